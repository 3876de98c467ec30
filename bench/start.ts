/**
 * node bench/start.ts [rounds] [checkout], after npm run build: what `npm start` costs in a warm data folder until `/readyz`, with
 * its children and PostgreSQL, against a bare Fastify until it answers, in turns (design/numbers.md#ratios-not-times). With another built
 * checkout, that one takes turns too: what a change has brought.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { familyTime } from './processor-time.ts'
import { here, started, startServer, type Started } from './start/start-server.ts'
import { figuresInTurns, inMs, ratioOf } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
const other = process.argv[3]
const port = 3981
const folders = new Map([here, other ?? here].map((of) => [of, mkdtempSync(join(tmpdir(), 'bench-start-'))]))
const waited: Record<string, number[]> = {}

/** Processor time; how long it took stands in `waited`. */
async function timeOf(side: string, start: () => Promise<Started>) {
  const began = performance.now()
  const { child, end } = await start()
  waited[side] = [...(waited[side] ?? []), performance.now() - began]
  const time = familyTime(child.pid!)
  await end()
  return time
}
const lacre = (side: string, checkout = here) =>
  timeOf(side, () => startServer(checkout, folders.get(checkout)!, port))
const fastify = (side: string) =>
  timeOf(side, () => {
    const program = join(import.meta.dirname, 'start/bare-fastify.ts')
    return started(spawn(process.execPath, [program, String(port)], { stdio: 'inherit' }), port)
  })

const sides = {
  lacre: () => lacre('lacre'),
  before: () => (other ? lacre('before', other) : Promise.resolve(NaN)),
  bare: () => fastify('bare'),
  again: () => fastify('again'),
}
const times = await figuresInTurns(sides, rounds, 2)
for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
const lasted = (side: string) => waited[side]!.slice(-rounds)
console.log(
  `processor time until ready: ${inMs(times.lacre)} against bare Fastify's ${inMs(times.bare)}: ${ratioOf(times.lacre, times.bare)}`,
)
console.log(
  `time until ready: ${inMs(lasted('lacre'))} against ${inMs(lasted('bare'))}: ${ratioOf(lasted('lacre'), lasted('bare'))}`,
)
if (other) console.log(`against ${other}, ${inMs(times.before)}: ${ratioOf(times.lacre, times.before)}`)
console.log(
  `bare Fastify against itself: ${ratioOf(times.again, times.bare)}; load ${loadavg()[0]?.toFixed(1)}`,
)
