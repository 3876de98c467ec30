import { closeSync, openSync } from 'node:fs'
import { startChild } from '../child-process.ts'
import { isolationHere } from '../isolation.ts'

// Starts a child while no file can be opened, and prints what the caller learns of it.
isolationHere()
const open: number[] = []
try {
  for (;;) open.push(openSync('/dev/null', 'r'))
} catch {
  // The limit is reached.
}
const child = startChild<string, string>(new URL('echoing-child.ts', import.meta.url), {
  args: [],
  execArgv: [],
  limits: { startMs: 10_000, taskMs: 10_000, memoryMb: 500 },
})
for (const descriptor of open) closeSync(descriptor)
const started = await child.started
const answer = await child.ask('a letter')
await child.kill()
console.log(JSON.stringify({ started, alive: child.alive(), answer }))
