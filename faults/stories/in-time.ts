import { setTimeout as pause } from 'node:timers/promises'
import { minutes } from '@lacre/letter/days.ts'

/** The longest takes some twenty seconds on a busy machine. */
const storyMs = minutes(2)

/** A story that never ends would hang the run, and nobody would know which. */
export class NeverEnds extends Error {
  override name = 'NeverEnds'
}

/** What it came to. @throws NeverEnds when that takes too long; it is left where it hangs. */
export async function inTime<Result>(name: string, story: Promise<Result>, ms = storyMs): Promise<Result> {
  const over = new AbortController()
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new NeverEnds(`«${name}» has not ended after ${ms / 1000} s`)
  })
  try {
    return await Promise.race([story, late])
  } finally {
    over.abort()
  }
}
