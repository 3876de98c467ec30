import { minutes } from '@lacre/letter/days.ts'
import { afterAll } from 'vitest'
import { createTypesetter } from '../pool.ts'
import type { Typesetter } from '../typesetter.ts'

/** One of a file of tests, closed after the last of them. On a loaded machine only processor time tells a heavy letter. */
export function ownTypesetter(): Typesetter {
  const typesetter = createTypesetter({ size: 1, timeLimitMs: minutes(2) })
  afterAll(() => typesetter.close())
  return typesetter
}
