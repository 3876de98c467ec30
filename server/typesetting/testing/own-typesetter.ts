import { afterAll } from 'vitest'
import { createTypesetter } from '../pool.ts'
import type { Typesetter } from '../typesetter.ts'

/** One of a file of tests, closed after the last of them. */
export function ownTypesetter(): Typesetter {
  const typesetter = createTypesetter({ size: 1 })
  afterAll(() => typesetter.close())
  return typesetter
}
