import { setTimeout as pause } from 'node:timers/promises'
import { minutes } from '@lacre/letter/days.ts'

/** The longest takes some twenty seconds on a busy machine. */
const storyMs = minutes(2)

/** Names the story that hangs; without it the whole run would hang. */
export class NeverEnds extends Error {
  override name = 'NeverEnds'
}

/** Waits for a story. @throws NeverEnds when it takes too long; it keeps hanging */
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
