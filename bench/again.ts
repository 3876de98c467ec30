/**
 * node bench/again.ts [rounds] [15], after npm run build: Enviar of a letter that is frozen already, against Fastify with one
 * INSERT (design.md#ratios-not-times). Eight people call at once, the sides in turns.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { callAt, register } from '../faults/client/calls.ts'
import { writeTo } from '../faults/client/letters.ts'
import type { Call } from '../faults/client/person.ts'
import { seedOf } from '../faults/seed.ts'
import { openWorld } from '../faults/world.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'
import { inTurns, median, ratioOf } from './turns/in-turns.ts'

/** An account may send three hundred letters an hour, the warm-up among them. */
const rounds = Math.min(20, Number(process.argv[2] ?? 20))
const [people, callsOfEach] = [8, 10]
const world = await openWorld({ seed: 1, postgres: process.argv[3] === '15' ? '15' : 'embedded' })
const bare = fork(join(import.meta.dirname, 'again/one-insert.ts'), [world.cluster.url('lacre')])
const [bareUrl] = (await once(bare, 'message')) as [string]
const { url } = world.nodes[0]!

const seed = seedOf(1)
const written = await Promise.all(
  Array.from({ length: people }, async (_, number) => {
    const { token } = (await register(url))!
    return { call: callAt(() => url, token), ...writeTo(seed, `Destino ${number}`) }
  }),
)
const calls: Record<'lacre' | 'bare' | 'bare again', Call[]> = {
  lacre: written.map(({ call }) => call),
  bare: written.map(() => callAt(() => bareUrl)),
  'bare again': written.map(() => callAt(() => bareUrl)),
}
const waited: Record<string, number[]> = { lacre: [], bare: [], 'bare again': [] }
const spent: ProcessorTime = { main: 0, children: 0, postgres: 0 }

async function round(side: keyof typeof calls) {
  const before = processorTime()
  await Promise.all(
    written.map(async ({ body }, person) => {
      for (let left = callsOfEach; left > 0; left--) {
        const start = performance.now()
        const answer = await calls[side][person]!('POST', '/letters/', body)
        if (answer === 'no-answer' || answer.status >= 300) throw new Error('a letter was refused')
        waited[side]!.push(performance.now() - start)
      }
    }),
  )
  if (side !== 'lacre') return
  const after = processorTime()
  for (const part of ['main', 'children', 'postgres'] as const) spent[part] += after[part] - before[part]
}

const times = await inTurns(
  {
    lacre: () => round('lacre'),
    bare: () => round('bare'),
    'bare again': () => round('bare again'),
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
  `bare Fastify against itself: ${ratioOf(times.bare, times['bare again'])}; load ${loadavg()[0]?.toFixed(1)}`,
)
for (const [part, ms] of Object.entries(spent))
  console.log(`processor time a call, ${part}: ${(ms / waited['lacre']!.length).toFixed(2)} ms`)
bare.disconnect()
await world.close()
process.exit(0)
