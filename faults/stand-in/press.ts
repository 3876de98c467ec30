/**
 * The printer and its operator, in a process that no fault kills: closes batches on the command line, prints each file
 * once, posts it. Its commands may be killed at any moment; the next round goes on.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { entries, ledgerAt } from '../ledger.ts'
import { runCommand } from '../nodes/command.ts'
import type { NodeSettings } from '../nodes/node.ts'
import { seedOf } from '../seed.ts'
import { worldClock } from '../world-clock.ts'
import { batchesIn, printBatch, type PrintEntry } from './print-log.ts'

/** `out`: the operator is away. `kills`: the share of the commands that are killed. */
export type PressCommand = {
  out?: boolean
  kills?: number
  everyMs?: number
}
export type PressReply = { ready: true } | typeof done

const [path = '', clockFile = '', seedNumber = '1', folder = '', settings = '{}'] = process.argv.slice(2)
const serverSettings = JSON.parse(settings) as NodeSettings
const seed = seedOf(Number(seedNumber))
const ledger = ledgerAt<PrintEntry>(path)
const { now } = worldClock(clockFile)
const at = { out: false, kills: 0, everyMs: 1500 }
/** `idle`: consecutive rounds without work, none of them killed. `isAway`: no command runs, and none will. */
const done = { batches: 0, letters: 0, killed: 0, idle: 0, isAway: false }

/** Returns the exit code, or null when it was killed. */
async function lacre(...words: string[]): Promise<number | null> {
  // Starting takes most of the time: a kill in the first half second would hit nothing.
  const killedAfterMs = seed.is(at.kills) ? 500 + seed.below(1500) : undefined
  const { code } = await runCommand(serverSettings, words, killedAfterMs)
  if (code === null) done.killed++
  return code
}

const printed = () => new Set(entries(ledger.all(), 'print').map(({ batch }) => batch))
const posted = () => new Set(entries(ledger.all(), 'post').map(({ batch }) => batch))

async function round() {
  const code = await lacre('batch', '--folder', folder)
  // Files are complete only after a command that was not killed.
  if (code !== 0 && code !== 1) {
    done.idle = 0
    return
  }
  const before = printed()
  const fresh = batchesIn(folder).filter((batch) => !before.has(batch))
  for (const batch of fresh) {
    done.letters += await printBatch({ ledger, now }, folder, batch)
    done.batches++
  }
  const sent = posted()
  let isIdle = fresh.length === 0
  for (const batch of [...printed()].filter((one) => !sent.has(one))) {
    const marked = await lacre('posted', batch)
    // 1: some of its letters wait for a person.
    isIdle &&= marked === 1
    if (marked === 0) ledger.add({ did: 'post', batch, at: now() })
  }
  done.idle = isIdle ? done.idle + 1 : 0
}

process.on('message', (command: PressCommand | 'progress') => {
  if (command === 'progress') process.send?.({ ...done } satisfies PressReply)
  else Object.assign(at, command)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true } satisfies PressReply)
for (;;) {
  done.isAway = at.out
  if (!at.out) await round()
  await pause(at.everyMs)
}
