import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { DatabaseTrouble } from '../database-trouble.ts'
import type { RunAs } from './run-as.ts'

const collation = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/**
 * Makes the cluster in a folder of its own and renames it into place: a kill half-way leaves rubbish that the next
 * start sweeps, never half a cluster.
 */
export function makeClusterOnce(base: string, data: string, initdb: string, { prefix, ...user }: RunAs) {
  if (!isCluster(data)) {
    const draft = join(base, `init-${process.pid}-${process.hrtime.bigint()}`)
    const [program, ...first] = [...prefix, initdb]
    const args = [...first, '-D', draft, '-U', 'app', '--auth=trust', ...collation, '--data-checksums']
    const made = spawnSync(program!, args, { ...user, cwd: base, env: plainEnvironment(), encoding: 'utf8' })
    if (made.status === 0) moveIntoPlace(draft, data, base)
    if (!isCluster(data))
      throw new DatabaseTrouble(
        'does-not-start',
        `The embedded PostgreSQL cannot be made in ${base}: ${made.error?.message ?? made.stderr}`,
      )
  }
  for (const left of readdirSync(base).filter((name) => name.startsWith('init-')))
    rmSync(join(base, left), { recursive: true, force: true })
}

const isCluster = (data: string) => existsSync(join(data, 'PG_VERSION'))

function moveIntoPlace(draft: string, data: string, base: string) {
  try {
    renameSync(draft, data)
    const folder = openSync(base, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    // Another starter won the race: its cluster serves as well.
  }
}

/** Nothing secret of ours is handed to the database's processes. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

export function postmasterPid(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

export async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 3000 })
  client.on('error', () => {}) // the failing query reports it
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export async function makeDatabaseOnce(connection: pg.ClientConfig, name: 'app') {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!found.rowCount) await client.query(`create database ${name}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== '42P04' && code !== '23505') throw error // else another starter was quicker
  } finally {
    await client.end()
  }
}
