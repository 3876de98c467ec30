import { execFile as execFileWith, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hours } from '@lacre/letter/days.ts'
import { freePort } from '../../web/build/free-port.ts'
import { copyEmptyDatabase } from './empty-database.ts'

const root = join(import.meta.dirname, '..', '..')
const startLimitMs = 180_000
const execFile = promisify(execFileWith)

/** As `npm start` has it: a server, or a command, is there in two thirds of the processor time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'server') }

/** Each person calls from an address of their own, or all journeys together would reach the limit of one caller. */
export const callerOf = (email: string): Record<string, string> => ({
  'x-forwarded-for': `10.${createHash('sha256').update(email).digest().subarray(0, 3).join('.')}`,
})

/** Half a day from now: no batch closes by itself while a journey goes on, whatever the hour. */
const farCutOff = () =>
  new Date(Date.now() + hours(12)).toLocaleTimeString('es-ES', {
    timeZone: 'Europe/Madrid',
    hour: '2-digit',
    minute: '2-digit',
  })

export type Mail = { to: string; subject: string; text: string; html: string; date: string }

/** The real server as its own process, with a data folder of its own, for tests to use, kill and start again. */
export type Server = {
  url: string
  dataDir: string
  /** Everything it printed so far. */
  printed: () => string
  start: () => Promise<void>
  kill: (signal?: NodeJS.Signals) => Promise<void>
  /** `npm run lacre -- …`: its output. @throws Error when it fails */
  lacre: (...args: string[]) => Promise<string>
  /** `npm run seed`, on this server. */
  seed: () => Promise<string>
  mailbox: () => Promise<Mail[]>
  close: () => Promise<void>
}

export async function openServer(settings: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'lacre-server-'))
  copyEmptyDatabase(dataDir)
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    CUTOFF: farCutOff(),
    ...settings,
  }
  let child: ChildProcess | undefined
  let output = ''

  /** Answers what the program printed. */
  async function run(...program: string[]): Promise<string> {
    const ran = await execFile(process.execPath, program, { cwd: root, env }).catch(
      (failed: { stdout: string; stderr: string }) => {
        throw new Error(`${program.slice(0, 2).join(' ')} failed: ${failed.stdout}${failed.stderr}`)
      },
    )
    return ran.stdout
  }
  const server: Server = {
    url,
    dataDir,
    printed: () => output,
    async start() {
      child = spawn(process.execPath, ['server/main.ts'], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
      child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
      await until(
        () => isReady(url),
        child,
        () => output,
      )
    },
    kill: (signal = 'SIGKILL') => end(child, signal),
    lacre: (...args) => run('server/command-line.ts', ...args),
    seed: () => run('server/testing/seed/seed.ts'),
    mailbox: async () => (await (await fetch(`${url}/sandbox/mailbox.json`)).json()) as Mail[],
    async close() {
      await end(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

async function until(happens: () => Promise<boolean>, child: ChildProcess, output: () => string) {
  for (const began = performance.now(); !(await happens()); await new Promise((done) => setTimeout(done, 50)))
    if (child.exitCode !== null || performance.now() - began > startLimitMs)
      throw new Error(`the server does not start: ${output()}`)
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await gone
}
