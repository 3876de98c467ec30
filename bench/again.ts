/**
 * node bench/again.ts [rounds] [15], after npm run build: Enviar of a letter that is frozen already, and of new ones of a page,
 * against Fastify with one INSERT (design/numbers.md#ratios-not-times). Eight people call at once, the sides in turns.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { CreateLetterBody } from '../letter/calls.ts'
import { callAt, register } from '../faults/client/calls.ts'
import { writeTo } from '../faults/client/letters.ts'
import type { Call } from '../faults/client/customer.ts'
import type { Node } from '../faults/nodes/node.ts'
import { seedOf } from '../faults/seed.ts'
import { openWorld } from '../faults/world.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'
import { figuresInTurns, median, ratioOf } from './turns/in-turns.ts'

/** An account may send three hundred letters an hour, the warm-up among them. */
const rounds = Math.min(20, Number(process.argv[2] ?? 20))
const [people, callsOfEach] = [8, 10]
const parts = ['main', 'children', 'postgres'] as const
const world = await openWorld({ seed: 1, postgres: process.argv[3] === '15' ? '15' : 'embedded' })
const bare = fork(join(import.meta.dirname, 'again/one-insert.ts'), [world.cluster.url('lacre')])
const [bareUrl] = (await once(bare, 'message')) as [string]
const [node] = world.nodes as [Node]
// As many as there are unless a run of faults wants one.
await node.kill()
await node.start({ TYPESETTERS: '2' })
const { url } = node

const seed = seedOf(1)
let letters = 0
const write = () => writeTo(seed, `Destino ${++letters}`).body
const signIn = async () => callAt(() => url, (await register(url))!.token)
type Person = { call: Call; body: () => CreateLetterBody }
const crowd = (person: () => Promise<Person>) => Promise.all(Array.from({ length: people }, person))
const always = (call: Call): Person => {
  const body = write()
  return { call, body: () => body }
}
const senders = await crowd(async () => always(await signIn()))
const strangers = await crowd(() => Promise.resolve(always(callAt(() => bareUrl))))
/** Without a queue from which it could take a place. */
const newcomers = () => crowd(async () => ({ call: await signIn(), body: write }))
/** Who has proven an address goes first, and has all the children. */
async function proven() {
  const callers = await newcomers()
  await world.cluster.query('lacre', 'update account set email_verified_at = created_at')
  return callers
}

const waited: Record<string, number[]> = {}
const spent: Record<string, ProcessorTime> = {}

async function round(side: string, callers: Person[]) {
  const times = (waited[side] ??= [])
  const before = processorTime()
  const began = performance.now()
  await Promise.all(
    callers.map(async ({ call, body }) => {
      for (let left = callsOfEach; left > 0; left--) {
        const start = performance.now()
        const answer = await call('POST', '/letters/', body())
        if (answer === 'no-answer' || answer.status >= 300) throw new Error('a letter was refused')
        times.push(performance.now() - start)
      }
    }),
  )
  const took = performance.now() - began
  const after = processorTime()
  const sum = (spent[side] ??= { main: 0, children: 0, postgres: 0 })
  for (const part of parts) sum[part] += after[part] - before[part]
  return took
}

const times = await figuresInTurns(
  {
    lacre: () => round('lacre', senders),
    bare: () => round('bare', strangers),
    'bare again': () => round('bare again', strangers),
    new: async () => round('new', await newcomers()),
    proven: async () => round('proven', await proven()),
  },
  rounds,
)
const p99 = (side: string) => waited[side]!.sort((a, b) => a - b)[Math.floor(waited[side]!.length * 0.99)]!
const aSecond = (side: keyof typeof times) => ((1000 * people * callsOfEach) / median(times[side])).toFixed(0)
console.log(
  `calls a second: ${aSecond('lacre')} against ${aSecond('bare')}, ${ratioOf(times.bare, times.lacre)}`,
)
console.log(
  `p99: ${p99('lacre').toFixed(1)} ms, ${(p99('lacre') / p99('bare')).toFixed(2)} of bare Fastify's`,
)
console.log(
  `new letters a second: ${aSecond('proven')} (at least 160), ${ratioOf(times.bare, times.proven)} of the calls; of accounts that proved nothing: ${aSecond('new')}`,
)
console.log(
  `bare Fastify against itself: ${ratioOf(times.bare, times['bare again'])}; load ${loadavg()[0]?.toFixed(1)}`,
)
for (const [side, what] of [
  ['lacre', 'the same letter'],
  ['proven', 'a new one'],
] as const)
  for (const part of parts)
    console.log(
      `processor time of ${what}, ${part}: ${(spent[side]![part] / waited[side]!.length).toFixed(2)} ms`,
    )
bare.disconnect()
await world.close()
process.exit(0)
