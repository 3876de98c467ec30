import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../house/command.ts'
import type { Trouble } from './troubles.ts'

/** It fails, cuts and is slow by and by, and is away for seconds. */
const weather = { before: 0.05, after: 0.05, away: 0.03, cut: 0.05, silent: 0.005 }

/** The object store is as bad as one gets that loses nothing. */
export const badStore: Trouble = async ({ store }, seed, isOn) => {
  const counts = { 'object store away': 0, 'object store slow': 0 }
  while (isOn()) {
    store?.talker.tell({ shares: weather, slowMs: 0 })
    await pause(1500 + seed.below(3000))
    if (seed.is(0.5)) {
      store?.talker.tell({ shares: { away: 1 } })
      counts['object store away']++
    } else {
      store?.talker.tell({ slowMs: 3000 })
      counts['object store slow']++
    }
    await pause(1000 + seed.below(3000))
  }
  store?.talker.tell({ shares: {}, slowMs: 0 })
  return { counts }
}

/** Letters are moved into the object store and out of it, by commands of which most die half-way; in the end all lie in it. */
export const moveToAndFro: Trouble = async ({ settings }, seed, isOn) => {
  const counts = { 'moves of letters that ended': 0, 'that gave up': 0, 'that were killed': 0 }
  while (isOn()) {
    const to = seed.pick(['store', 'database'])
    // Most of its time goes into starting: a kill in the first second hits nothing.
    const killedAfter = seed.is(0.7) ? 700 + seed.below(1500) : undefined
    const { code } = await runCommand(settings, ['move-letters', to], killedAfter)
    if (code === null) counts['that were killed']++
    else counts[code === 0 ? 'moves of letters that ended' : 'that gave up']++
    await pause(seed.below(500))
  }
  while ((await runCommand(settings, ['move-letters', 'store'])).code !== 0) await pause(500)
  return { counts }
}
