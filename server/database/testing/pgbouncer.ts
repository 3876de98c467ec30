import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { pgBouncer } from './pgbouncer-path.ts'
import { runAs } from '../embedded.ts'

const port = 6432

/**
 * PgBouncer in transaction mode in front of one database, until the test is over. It has several connections from the first
 * query on and uses the longest idle one: code that relies on a session gets another.
 */
export async function startPgBouncer(database: pg.ClientConfig, settings: string[]): Promise<string> {
  const { host, port: at, user, database: name, password } = new pg.Client(database)
  const dir = mkdtempSync(join(tmpdir(), 'lacre-bouncer-'))
  const { prefix, uid, gid } = runAs(dir, join(dir, 'none'), pgBouncer)
  const file = join(dir, 'pgbouncer.ini')
  const server = { host, port: at, user, dbname: name, ...(password && { password }) }
  const words = Object.entries(server).map(([word, value]) => `${word}='${value}'`)
  const lines = [
    '[databases]',
    `lacre = ${words.join(' ')}`,
    '[pgbouncer]',
    'listen_addr =',
    `unix_socket_dir = ${dir}`,
    `listen_port = ${port}`,
    'auth_type = any',
    'pool_mode = transaction',
    'server_round_robin = 1',
    ...settings,
  ]
  writeFileSync(file, lines.join('\n'))
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
  const [command, ...args] = [...prefix, pgBouncer, '-q', file]
  const bouncer = spawn(command, args, { uid, gid, stdio: 'ignore' })
  const ended = new Promise((end) => bouncer.once('exit', end))
  onTestFinished(async () => {
    bouncer.kill('SIGKILL')
    await ended
    rmSync(dir, { recursive: true, force: true })
  })

  const url = `postgres://app@localhost/lacre?host=${encodeURIComponent(dir)}&port=${port}`
  while (!(await answers(url))) {
    if (bouncer.exitCode !== null) throw new Error('PgBouncer does not start')
    await pause(20)
  }
  const first = new pg.Pool({ connectionString: url, max: 3 })
  const several = await Promise.all([1, 2, 3].map(() => first.connect()))
  for (const word of ['begin', 'commit']) await Promise.all(several.map((client) => client.query(word)))
  for (const client of several) client.release()
  await first.end()
  return url
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
