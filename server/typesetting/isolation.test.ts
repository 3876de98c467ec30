import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isolationHere } from './isolation.ts'
import { startChild } from './child-process.ts'
import type { Prying } from './testing/prying-child.ts'

const { layers, command } = isolationHere()

/** A data folder that everybody may enter, with a key that only its owner may read. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'letter-key'), 'ab'.repeat(32), { mode: 0o600 })
  return folder
}

function prying() {
  const child = startChild<Prying, string>(new URL('testing/prying-child.ts', import.meta.url), {
    args: [],
    execArgv: [],
    limits: { startMs: 30_000, taskMs: 30_000, memoryMb: 500 },
  })
  onTestFinished(() => child.kill())
  return child
}

// design/load.md#fenced-children
test('a child reads no key, writes no file and starts no program', async () => {
  const [child, folder] = [prying(), dataFolder()]
  const tries: Prying[] = [
    { read: join(folder, 'letter-key') },
    { read: '/etc/passwd' },
    { write: join(folder, 'new') },
    { write: import.meta.filename },
    { run: 'true' },
  ]
  for (const one of tries) expect([one, await child.ask(one)]).toEqual([one, 'ERR_ACCESS_DENIED'])
})

test('a child has nothing of the server’s environment, which may hold keys', async () => {
  vi.stubEnv('LETTER_KEYS', 'ab'.repeat(32))
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await prying().ask('names')).toBe('MALLOC_ARENA_MAX')
})

test('a child opens no socket where the system has namespaces', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await prying().ask({ connect: port })).toBe(layers.includes('network') ? 'ENETUNREACH' : 'done')
})

test('native code in a child is held by the system, as far as doctor says so', () => {
  const run = (...args: string[]) => {
    const [program = '', ...rest] = [...command, ...args]
    const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8' })
    return { status, stdout }
  }
  const key = join(dataFolder(), 'letter-key')
  expect(run('cat', key).status === 0).toBe(!layers.includes('user'))
  const { stdout } = run('cat', '/proc/self/status')
  expect(/NoNewPrivs:\s+1/.test(stdout)).toBe(layers.includes('privileges'))
  expect(/CapEff:\s+0+$/m.test(stdout)).toBe(layers.includes('user') || process.getuid?.() !== 0)
  const interfaces = (text: string) => text.split('\n').slice(2).filter(Boolean).length
  const here = interfaces(readFileSync('/proc/net/dev', 'utf8'))
  expect(interfaces(run('cat', '/proc/self/net/dev').stdout)).toBe(layers.includes('network') ? 1 : here)
})
