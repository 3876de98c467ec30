import { type ChildProcess, spawn } from 'node:child_process'
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
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  answers,
  clustersIn,
  makeClusterOnce,
  makeDatabaseOnce,
  plainEnvironment,
  postgresMajor,
  postgresPrograms,
  postmasterPid,
  refuseOtherMajor,
  runAs,
  type RunAs,
} from './embedded-cluster.ts'
import { DatabaseTrouble, isDatabaseAway } from './transactions.ts'

/** A killed server's connection may outlive it by a moment. */
const othersEndWithinMs = 5000
/** A server that dies more often has a cause that no restart mends. */
const [mostRestarts, restartsWithinMs] = [3, 600_000]

type Served = { connection: Connection; leave(): Promise<void> }

/** `onRestart`: it was gone and is back. `onGone`: it stays gone, so this process has to end. */
export type Watch = { onRestart: () => void; onGone: (error: unknown) => void }

/**
 * The embedded server for the one process that serves from `dir`, kept alive: it is started anew when it is killed, and
 * whatever ends this process ends it too, save SIGKILL. @throws DatabaseTrouble when another process serves from there
 */
export async function serveEmbedded({ dir, watch }: { dir: string; watch: Watch }): Promise<Served> {
  let share = await claim(dir)
  let isLeaving = false
  const interrupt = () => interruptEmbedded(dir)
  process.once('exit', interrupt)
  const restarts: number[] = []

  async function keep(): Promise<void> {
    for (;;) {
      await share.lost
      if (isLeaving) return
      const now = performance.now()
      restarts.push(now)
      if (restarts.filter((at) => now - at < restartsWithinMs).length > mostRestarts)
        throw new DatabaseTrouble(
          'keeps-ending',
          `The embedded PostgreSQL ended more than ${mostRestarts} times in ten minutes, so this server ends, too: docs/operating.md#alarm-database`,
        )
      share = await claim(dir)
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

async function claim(dir: string): Promise<Share> {
  const share = await shareEmbedded({ dir, create: true })
  for (const began = performance.now(); performance.now() - began < othersEndWithinMs; await pause(50))
    if (await share.claimServing()) return share
  await share.leave()
  throw new DatabaseTrouble(
    'in-use',
    `Another server runs on ${dir}: stop that one, or give each its own DATA_DIR, or all of them one DATABASE_URL.`,
  )
}

/**
 * Advisory locks on a connection that does nothing else: whoever dies gives them back. Everybody who uses the server
 * shares the first, and whoever gets it alone stops the server. One process at a time serves.
 */
const [using, serving] = ['embedded: in use', 'embedded: served']
const withinMs = 60_000

type Share = {
  connection: Connection
  /** When the connection has ended: the server was stopped or killed. */
  lost: Promise<void>
  /** The right to serve from this folder, until the connection ends. False: another process has it. */
  claimServing(): Promise<boolean>
  /** Whoever leaves last stops the server. */
  leave(): Promise<void>
}

/** The embedded server, started where nobody uses it yet. @throws DatabaseTrouble where there is none and `create` is not set */
export async function shareEmbedded({ dir, create }: { dir: string; create: boolean }): Promise<Share> {
  if (!create && !hasCluster(dir))
    throw new DatabaseTrouble(
      'no-installation',
      `There is no installation in ${dir}: set DATA_DIR or DATABASE_URL as for the server. Only npm start and restore make one.`,
    )
  for (const began = performance.now(); ; await pause(50)) {
    // Found answering, it may be stopping a moment later, here or while it is joined.
    const started = await startEmbedded({ dir }).catch(unlessStopping)
    const share = started && (await joinCluster(dir, started.connection))
    if (share) return share
    if (performance.now() - began > withinMs)
      throw new DatabaseTrouble('does-not-start', 'The embedded PostgreSQL neither answers nor ends.')
  }
}

async function joinCluster(dir: string, connection: Connection): Promise<Share | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // its end tells
  const lost = new Promise<void>((ended) => client.once('end', () => ended()))
  const take = (how: string, name: string) => lock(client, how, name)
  try {
    await client.connect()
    if (await take('pg_try_advisory_lock_shared', using))
      return {
        connection,
        lost,
        claimServing: () => take('pg_try_advisory_lock', serving),
        async leave() {
          await client.query('select pg_advisory_unlock_all()').catch(() => {}) // its server is gone
          await stopIfUnused(dir, client)
        },
      }
  } catch (error) {
    unlessStopping(error)
  }
  await client.end().catch(() => {})
  return undefined
}

/** It starts, or has stopped since it answered. Anything else is thrown again. */
function unlessStopping(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error
}

const lock = async (client: pg.Client, how: string, name: string): Promise<boolean> =>
  (await client.query<{ ours: boolean }>(`select ${how}(hashtext($1)) as ours`, [name])).rows[0]!.ours

async function stopIfUnused(dir: string, client: pg.Client): Promise<boolean> {
  const unused = await lock(client, 'pg_try_advisory_lock', using).catch(() => false)
  if (unused) await stopEmbedded(dir)
  await client.end().catch(() => {})
  return unused
}

/** By hand, after a `kill -9`. False: a server or a command uses it. */
export async function stopUnused(dir: string): Promise<boolean> {
  const client = new pg.Client(embeddedConnection(dir))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    await stopEmbedded(dir)
    return true
  }
  return stopIfUnused(dir, client)
}

type Connection = { host: string; port: number; user: string; database: string }
export type Embedded = { connection: Connection; stop(): Promise<void> }

const startLimitMs = 60_000
const longestLog = 10 * 1024 * 1024
/** By default PostgreSQL writes statements and key values (e-mail addresses) into its log. */
const silentLog = ['log_min_messages=log', 'log_min_error_statement=panic', 'log_error_verbosity=terse']
const settings = [
  'listen_addresses=', // no TCP port: the 0700 folder of the socket is the guard
  'unix_socket_permissions=0700',
  'timezone=UTC',
  'log_timezone=UTC',
  'max_connections=60',
  ...silentLog,
]

/** Where a data folder keeps its parts. A socket's path may have 107 bytes at most. */
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
const embeddedConnection = (dir: string): Connection => connectionIn(placesIn(dir))

/** Whether there is a database, of whichever major version. */
const hasCluster = (dir: string): boolean => clustersIn(placesIn(dir).base).length > 0

/**
 * Real PostgreSQL on `dir`, started on first use and found again when it already runs: it outlives a killed Node.
 * Several processes may call this at once for one folder; all end up on one server. `flags` (`name=value`) count
 * only for the one that starts it. @throws DatabaseTrouble with the end of its log when it does not answer within a minute, and
 * when the folder holds the data of another major version.
 */
export async function startEmbedded({
  dir,
  flags = [],
}: {
  dir: string
  flags?: string[]
}): Promise<Embedded> {
  const { postgres, initdb } = postgresPrograms()
  const places = placesIn(dir)
  const { base, data, run } = places
  refuseOtherMajor(base, data, postgresMajor())
  mkdirSync(base, { recursive: true })
  mkdirSync(run, { recursive: true })
  const as = runAs(base, data, postgres)
  if (as.uid !== undefined) for (const folder of [base, run]) chownSync(folder, as.uid, as.gid!)
  chmodSync(run, 0o700)

  const connection = connectionIn(places)
  makeClusterOnce(base, data, initdb, as)
  if (!(await answers(connection))) {
    const options = [...settings, ...flags].flatMap((setting) => ['-c', setting])
    await startServer([...as.prefix, postgres, '-D', data, '-k', run, ...options], places, as, connection)
  }
  await makeDatabaseOnce(connection, 'app')
  return { connection, stop: () => stopEmbedded(dir) }
}

async function startServer(command: string[], places: Places, as: RunAs, connection: Connection) {
  const [program, ...args] = locked(command, places)
  keepLogShort(places.log)
  let child: ChildProcess | undefined
  for (const began = performance.now(); !(await answers(connection)); await pause(30)) {
    if (performance.now() - began > startLimitMs)
      throw new DatabaseTrouble(
        'does-not-start',
        `The embedded PostgreSQL does not start. The end of ${places.log}:\n${readFileSync(places.log, 'utf8').slice(-2000)}`,
      )
    if (child && child.exitCode === null && child.signalCode === null) continue
    // Not started yet, or another starter, or the rest of a dying server, holds the lock: try again.
    const log = openSync(places.log, 'a', 0o600)
    const user = as.uid === undefined ? {} : { uid: as.uid, gid: as.gid! }
    child = spawn(program!, args, {
      ...user,
      cwd: places.base,
      env: plainEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.on('error', () => {}) // the time limit reports it
    child.unref()
    closeSync(log)
  }
}

/**
 * On Linux the server runs under flock(1). Every backend inherits the lock, so whoever gets it knows that nobody is
 * left (zombies, reused pids, orphans cannot fool it) and may drop stale pid files. Elsewhere PostgreSQL's own interlock.
 */
function locked(command: string[], { base, data, run }: Places): string[] {
  if (process.platform !== 'linux') return command
  const sweep = 'rm -f "$0/postmaster.pid" "$1"/.s.PGSQL.*; shift; exec "$@"'
  return ['flock', '-n', '-F', join(base, 'lock'), 'sh', '-c', sweep, data, run, ...command]
}

function keepLogShort(log: string) {
  if (existsSync(log) && statSync(log).size > longestLog) renameSync(log, log + '.1')
}

/** Fast shutdown with a checkpoint, not waited for. Answers the process that it went to. */
function interruptEmbedded(dir: string): number | undefined {
  const pid = postmasterPid(placesIn(dir).data)
  try {
    if (pid) process.kill(pid, 'SIGINT')
    return pid
  } catch {
    return undefined
  }
}

/** The same; returns when the pid file, which goes last, is gone. Nothing runs: nothing to do. */
export async function stopEmbedded(dir: string): Promise<void> {
  const { data } = placesIn(dir)
  const pid = interruptEmbedded(dir)
  if (!pid) return
  for (let waited = 0; waited < 30_000 && postmasterPid(data) === pid; waited += 20) await pause(20)
}
