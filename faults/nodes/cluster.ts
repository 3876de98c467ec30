import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { postgresPrograms, answers, plainEnvironment, runAs } from '../../server/database/embedded.ts'

/** A PostgreSQL that the run can kill without the server. */
export type Cluster = {
  version: string
  /** For `DATABASE_URL`. */
  url(database: string): string
  at(database: string): pg.ClientConfig
  make(database: string, template?: string): Promise<void>
  query<Row extends pg.QueryResultRow>(database: string, sql: string, values?: unknown[]): Promise<Row[]>
  /** Kills it at once: no checkpoint, recovery at the next start. */
  strike(): Promise<void>
  start(): Promise<void>
  isUp(): boolean
  /** Stops it and deletes its folder. */
  stop(): Promise<void>
}

const startWithinMs = 60_000
/** The programs of Debian's PostgreSQL, or of the embedded one. */
export function programsOf(major: 'embedded' | '15'): { postgres: string; initdb: string } | undefined {
  if (major === 'embedded') return postgresPrograms()
  const bin = `/usr/lib/postgresql/${major}/bin`
  return existsSync(bin) ? { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') } : undefined
}

/** `flags` as `name=value`. Under root an unprivileged user must be able to reach the folder. */
export async function openCluster(
  dir: string,
  { postgres, initdb }: { postgres: string; initdb: string },
  flags: string[] = [],
): Promise<Cluster> {
  mkdirSync(dir, { recursive: true })
  const [data, log] = [join(dir, 'data'), join(dir, 'postgres.log')]
  const as = runAs(dir, data, postgres)
  chmodSync(dir, 0o755)
  const { prefix, ...user } = as
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid!)
  const [program, ...args] = [...prefix, initdb, '-D', data, '-U', 'app', '--auth=trust', '--encoding=UTF8']
  const made = spawnSync(program!, [...args, '--locale=C', '--no-sync'], {
    ...user,
    cwd: dir,
    env: plainEnvironment(),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)

  const at = (database: string) => ({ host: dir, port: 5432, user: 'app', database })
  const options = ['listen_addresses=', 'max_connections=100', 'timezone=UTC', ...flags]
  let server: ChildProcess | undefined
  process.on('exit', () => server?.kill('SIGQUIT'))
  const gone = () => server?.exitCode !== null || server.signalCode !== null

  async function end(signal: NodeJS.Signals) {
    if (!server || gone()) return
    const ended = new Promise((done) => server?.once('exit', done))
    server.kill(signal)
    await ended
  }

  /** Two troubles may start it at once. */
  let starting: Promise<void> | undefined
  async function startNow() {
    if (cluster.isUp()) return
    const out = openSync(log, 'a')
    const flat = options.flatMap((option) => ['-c', option])
    const [first, ...rest] = [...prefix, postgres, '-D', data, '-k', dir, ...flat]
    server = spawn(first!, rest, {
      ...user,
      cwd: dir,
      env: plainEnvironment(),
      stdio: ['ignore', out, out],
    })
    for (const began = performance.now(); !(await answers(at('postgres'))); await pause(20))
      if (gone() || performance.now() - began > startWithinMs)
        throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
  }

  const cluster: Cluster = {
    version: spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    at,
    url: (database) => `postgres://app@localhost/${database}?host=${encodeURIComponent(dir)}`,
    async make(database, template) {
      await cluster.query('postgres', `create database ${database} ${template ? `template ${template}` : ''}`)
    },
    async query(database, sql, values = []) {
      const client = new pg.Client(at(database))
      client.on('error', () => {}) // the query reports it
      await client.connect()
      try {
        return (await client.query(sql, values)).rows as never
      } finally {
        await client.end().catch(() => {})
      }
    },
    isUp: () => server !== undefined && !gone(),
    strike: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(dir, { recursive: true, force: true })
    },
    start: () => (starting ??= startNow().finally(() => (starting = undefined))),
  }
  await cluster.start()
  return cluster
}
