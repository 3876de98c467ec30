import { spawn, type ChildProcess } from 'node:child_process'
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
import { DatabaseTrouble } from '../database-trouble.ts'
import { postgresMajor, postgresPrograms } from './binaries.ts'
import { answers, makeClusterOnce, makeDatabaseOnce, plainEnvironment, postmasterPid } from './cluster.ts'
import { clustersIn, refuseOtherMajor } from './major-version.ts'
import { runAs, type RunAs } from './run-as.ts'

export type Connection = { host: string; port: number; user: string; database: string }
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
export const embeddedConnection = (dir: string): Connection => connectionIn(placesIn(dir))

/** Whether there is a database, of whichever major version. */
export const hasCluster = (dir: string): boolean => clustersIn(placesIn(dir).base).length > 0

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
export function interruptEmbedded(dir: string): number | undefined {
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
