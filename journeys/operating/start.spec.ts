import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../web/build/free-port.ts'
import { compileCache, openServer } from '../server/server.ts'

const root = join(import.meta.dirname, '..', '..')
const pidFile = (dataDir: string) => join(dataDir, 'postgres', 'pg18', 'postmaster.pid')
const startLimitMs = 180_000
const oneLine = /^[^\n]+$/

let dataDir: string
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lacre-start-'))
})
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A program that is expected to end by itself. */
function run(program: string[], settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...compileCache, ...settings }
  const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8' })
  return [status, stderr.trim()]
}

/** A program, and the code it ends with. */
function begin(command: string, args: string[], settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir, ...settings }
  const program = spawn(command, args, { cwd: root, env, stdio: 'ignore' })
  const ended = new Promise<number | null>((done) => program.once('exit', done))
  return { program, ended }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('a server that cannot start stops the database it started, and leaves the one that another uses', async () => {
  const server = await openServer()
  try {
    const PORT = new URL(server.url).port
    expect(run(['server/main.ts'], { PORT, DATA_DIR: dataDir })).toEqual([
      1,
      'PORT is in use by another program: stop that one or choose another PORT.',
    ])
    expect(existsSync(join(dataDir, 'postgres', 'pg18', 'PG_VERSION'))).toBe(true)
    expect(existsSync(pidFile(dataDir))).toBe(false)

    const [code, says] = run(['server/main.ts'], { PORT: '0', DATA_DIR: server.dataDir })
    expect(code).toBe(1)
    expect(says).toMatch(/^Another server runs on .+: stop that one/)
    expect(says).toMatch(oneLine)
    expect(existsSync(pidFile(server.dataDir))).toBe(true)
    expect(await isReady(server.url)).toBe(true)
  } finally {
    await server.close()
  }
})

test('restarts a killed PostgreSQL three times; at the fourth the server ends and says why', async () => {
  const server = await openServer()
  try {
    const pid = () => Number.parseInt(readFileSync(pidFile(server.dataDir), 'utf8'), 10)
    const restarts = () =>
      server.printed().split('the embedded PostgreSQL had ended and was started again').length - 1
    const killIt = async () => {
      const [killed, before] = [pid(), restarts()]
      process.kill(killed, 'SIGKILL')
      // Between two starts there is no such file.
      await expect(() => expect(pid()).not.toBe(killed)).toPass()
      await expect.poll(() => isReady(server.url)).toBe(true)
      // Killed again before that, it has ended once for the server that starts it.
      await expect.poll(restarts).toBe(before + 1)
    }
    await killIt()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await killIt()
    await killIt()
    process.kill(pid(), 'SIGKILL')
    await expect.poll(() => server.printed()).toContain('The embedded PostgreSQL ended more than 3 times')
    await expect.poll(() => fetch(`${server.url}/healthz`).catch(() => 'ended')).toBe('ended')
  } finally {
    await server.close()
  }
})

test('npm start hands SIGTERM and SIGINT on: the server ends gracefully and leaves no database behind', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const port = await freePort()
    const { program, ended } = begin('npm', ['start'], { PORT: String(port) })
    const ready = expect.poll(() => isReady(`http://localhost:${port}`), { timeout: startLimitMs })
    await ready.toBe(true)
    program.kill(signal)
    await ended
    expect(await isReady(`http://localhost:${port}`)).toBe(false)
    await expect.poll(() => existsSync(pidFile(dataDir))).toBe(false)
  }
})

test('a signal in the middle of the first start, or one sent twice, leaves no database behind', async () => {
  const port = await freePort()
  const { program, ended } = begin(process.execPath, ['server/main.ts'], { PORT: String(port) })
  await expect.poll(() => existsSync(pidFile(dataDir)), { timeout: startLimitMs }).toBe(true)
  program.kill('SIGTERM')
  program.kill('SIGINT')
  await ended
  await expect.poll(() => existsSync(pidFile(dataDir))).toBe(false)
})

test('a command makes no installation where there is none', () => {
  for (const order of [
    ['backup'],
    ['batch'],
    ['letters', 'stuck'],
    ['operator', 'list'],
    ['price', 'add', '--from', '2027-03-01', '--code', 'launch-discount', '--cents', '-50'],
  ]) {
    const [code, says] = run(['server/command-line.ts', ...order], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(says).toMatch(/^There is no installation in .+: set DATA_DIR or DATABASE_URL/)
    expect(says).toMatch(oneLine)
  }
  expect(run(['server/command-line.ts', 'doctor'], { DATA_DIR: dataDir })[0]).toBe(1)
  expect(readdirSync(dataDir)).toEqual([])
})
