/**
 * node bench/rest.ts [rounds], after npm run build: memory of everything that `npm start` has running 25 seconds after it is
 * ready and has had no call, as proportional set size; wants Linux, and the server's owner. There is no peer: half of the
 * rounds against the other half says what chance does.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '@lacre/letter/days.ts'
import { familyMemory } from './processor-time.ts'
import { startServer } from './start/start-server.ts'
import { figuresInTurns, median, ratioOf } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 4)
const port = 3982
const folder = mkdtempSync(join(tmpdir(), 'bench-rest-'))

async function memory() {
  const { child, end } = await startServer(folder, port)
  await pause(seconds(25))
  const used = familyMemory(child.pid!)
  await end()
  return used
}
const megabytes = await figuresInTurns({ one: memory, other: memory }, rounds, 0)
rmSync(folder, { recursive: true, force: true })
console.log(`memory at rest: ${median(megabytes.one).toFixed(0)} MB (at most 220)`)
console.log(`against itself: ${ratioOf(megabytes.other, megabytes.one)}`)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
