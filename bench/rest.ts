/**
 * node bench/rest.ts [rounds] [checkout], after npm run build: memory of everything that `npm start` has running 25 seconds after it is
 * ready and nobody has called, as proportional set size; wants Linux, and the server's owner. With another built checkout, that
 * one takes turns. There is no peer: half of the rounds against the other half says what chance does.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '@lacre/letter/days.ts'
import { familyMemory } from './processor-time.ts'
import { here, startServer } from './start/start-server.ts'
import { figuresInTurns, median, ratioOf } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 4)
const other = process.argv[3]
const port = 3982
const folders = new Map([here, other ?? here].map((of) => [of, mkdtempSync(join(tmpdir(), 'bench-rest-'))]))

async function memoryOf(checkout: string) {
  const { child, end } = await startServer(checkout, folders.get(checkout)!, port)
  await pause(seconds(25))
  const memory = familyMemory(child.pid!)
  await end()
  return memory
}
const megabytes = await figuresInTurns(
  { now: () => memoryOf(here), other: () => memoryOf(other ?? here) },
  rounds,
  0,
)
for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
console.log(`memory at rest: ${median(megabytes.now).toFixed(0)} MB (at most 220)`)
console.log(
  other
    ? `against ${other}, ${median(megabytes.other).toFixed(0)} MB: ${ratioOf(megabytes.now, megabytes.other)}`
    : `against itself: ${ratioOf(megabytes.other, megabytes.now)}`,
)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
