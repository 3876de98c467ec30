import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { expect } from 'vitest'
import { createTypesetter } from '../../typesetting/pool.ts'
import { again, elsewhere, returned } from '../came-back/returned-letter.ts'

/** A letter came back and goes out again, with another address after that, and on another day. */
export async function wentAgain() {
  const typesetter = createTypesetter({ size: 1 })
  try {
    const { app, me, first } = await returned(typesetter)
    await again(app, me, first.id)
    const { id } = (await again(app, me, first.id, elsewhere)).json<CreatedLetter>()
    const changed = await app.post(me, `/letters/${id}/day`, { postOn: '2026-12-18' })
    expect(changed.statusCode, changed.body).toBe(200)
  } finally {
    await typesetter.close()
  }
}
