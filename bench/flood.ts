/**
 * node bench/flood.ts [rounds] [flood], after npm run build: how long a paying customer waits for Enviar and for /healthz while
 * a crowd floods the server, against the same in peace, in turns (design/numbers.md#ratios-not-times: at most 2×), and the server's
 * memory. The payer calls from this process, the crowd from another. What stands in the environment (MALLOC_ARENA_MAX)
 * reaches the server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { joinAddress, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import { usageOf } from '../server/typesetting/child-process.ts'
import { startServer } from './start/start-server.ts'

const allFloods = ['bad bodies', 'slow bodies', 'heavy pictures', 'unproven accounts', 'logins']
const floods = process.argv[3] ? [process.argv[3]] : allFloods
if (!floods.every((flood) => allFloods.includes(flood)))
  throw new Error(`the floods are: ${allFloods.join(', ')}`)
/** An account may send three hundred letters an hour. */
const rounds = Math.min(290, Number(process.argv[2] ?? 250))
/** One turn's p99 is its third slowest call: too few to compare. */
const turns = 3
const port = 3977
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'bench-flood-'))
const settings = { ...(process.env as Record<string, string>), TRUST_PROXY: '1' }
const { child: server, end } = await startServer(dataDir, port, settings)
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Their own account, from a network of their own, so that no phase meets the limit of another. */
async function signIn(person: number): Promise<string> {
  const from = { 'x-forwarded-for': `192.0.2.${person}` }
  const minted = await post('/sandbox/social/credential', { email: `paga${person}@ejemplo.test` }, from)
  const { credential } = (await minted.json()) as { credential: string }
  const session = await post('/auth/google/login', { token: credential }, from)
  if (!session.ok) throw new Error(`no payment: signing in answers ${session.status}`)
  return ((await session.json()) as { access_token: string }).access_token
}

type Times = { send: number[]; health: number[]; refused: number }
const noTimes = (): Times => ({ send: [], health: [], refused: 0 })
let people = 0
async function pay(times: Times): Promise<void> {
  const token = await signIn(++people)
  const timed = async (list: number[], ask: () => Promise<Response>) => {
    const start = performance.now()
    const reply = await ask()
    await reply.arrayBuffer()
    list.push(performance.now() - start)
    if (!reply.ok) times.refused++
  }
  for (let round = 0; round < rounds; round++) {
    const letter = {
      content: `<p>Carta ${people}, ${round}.</p>${'<p>Te escribo con calma.</p>'.repeat(20)}`,
      origin: joinAddress(sampleSender),
      destination: joinAddress(sampleRecipient),
    }
    await timed(times.send, () => post('/letters/', letter, { authorization: `Bearer ${token}` }))
    await timed(times.health, () => fetch(`${address}/healthz`))
  }
}
const slowerThan = (share: number, list: number[]) =>
  list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1]!
const memory = () => usageOf(server.pid).memoryMb

/** While the crowd is there. */
async function payInFlood(flood: string, times: Times): Promise<void> {
  const crowd = fork(join(import.meta.dirname, 'flood/flooder.ts'), [flood, address])
  // It stands on the same machine: its own work is not the server's.
  setPriority(crowd.pid!, constants.priority.PRIORITY_LOW)
  await once(crowd, 'message')
  await pause(seconds(2))
  await pay(times)
  crowd.kill('SIGKILL')
  await once(crowd, 'exit')
}

await pay(noTimes()) // warming up
for (const flood of floods) {
  const [alone, flooded] = [noTimes(), noTimes()]
  const before = memory()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, memory())), 100)
  for (let turn = 0; turn < turns; turn++) {
    await pay(alone)
    await payInFlood(flood, flooded)
    await pause(seconds(3)) // what the crowd left in hand is done
  }
  clearInterval(watch)
  if (alone.refused) throw new Error(`${alone.refused} calls were refused in peace`)
  const ratios = (of: 'send' | 'health') =>
    [0.5, 0.99].map((share) => {
      const [crowded, calm] = [slowerThan(share, flooded[of]), slowerThan(share, alone[of])]
      return `p${100 * share} ${crowded.toFixed(1)} ms against ${calm.toFixed(1)}: ${(crowded / calm).toFixed(2)}`
    })
  console.log(`${flood}: Enviar ${ratios('send').join(', ')}; /healthz ${ratios('health').join(', ')}`)
  await pause(minutes(1))
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `  ${flooded.refused} of ${2 * turns * rounds} refused; memory ${before.toFixed(0)}, peak ${peak.toFixed(0)}, a minute later ${memory().toFixed(0)} MB; load ${load}`,
  )
}
await end()
rmSync(dataDir, { recursive: true, force: true })
