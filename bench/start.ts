/**
 * node bench/start.ts [rounds], after npm run build: what `npm start` costs in a warm data folder until `/readyz`, with
 * its children and PostgreSQL, against a bare Fastify until it answers, in turns
 * (design/numbers.md#ratios-not-times).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { familyTime } from './processor-time.ts'
import { started, startServer, type Started } from './start/start-server.ts'
import { figuresInTurns, inMs, ratioOf } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
const port = 3981
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
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
const fastify = (side: string) =>
  timeOf(side, () => {
    const program = join(import.meta.dirname, 'start/bare-fastify.ts')
    return started(spawn(process.execPath, [program, String(port)], { stdio: 'inherit' }), port)
  })

const sides = {
  lacre: () => timeOf('lacre', () => startServer(folder, port)),
  bare: () => fastify('bare'),
  again: () => fastify('again'),
}
const times = await figuresInTurns(sides, rounds, 2)
rmSync(folder, { recursive: true, force: true })
const lasted = (side: string) => waited[side]!.slice(-rounds)
console.log(
  `processor time until ready: ${inMs(times.lacre)} against bare Fastify's ${inMs(times.bare)}: ${ratioOf(times.lacre, times.bare)}`,
)
console.log(
  `time until ready: ${inMs(lasted('lacre'))} against ${inMs(lasted('bare'))}: ${ratioOf(lasted('lacre'), lasted('bare'))}`,
)
console.log(
  `bare Fastify against itself: ${ratioOf(times.again, times.bare)}; load ${loadavg()[0]?.toFixed(1)}`,
)
