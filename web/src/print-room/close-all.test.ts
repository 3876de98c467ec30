import type { BatchSummary, ClosedBatch } from '@lacre/letter/print-room/calls.ts'
import { expect, test } from 'vitest'
import type { Answer } from '../api.ts'
import { closeAll } from './calls.ts'

const until = '2026-11-23T10:00:00.000Z'
const batchOf = (batch: string, letters: number) => ({ batch, letters }) as BatchSummary
const closed = (batch: string, letters: number, left: number): Answer<ClosedBatch> => ({
  ok: true,
  body: { batch: batchOf(batch, letters), left, until },
})
const refused = (status: number, code?: string): Answer<never> => ({
  ok: false,
  status,
  detail: 'No.',
  ...(code && { code }),
})

async function closing(answers: Answer<ClosedBatch>[]) {
  const told: unknown[] = []
  const closeOne = () => Promise.resolve(answers.shift()!)
  const answer = await closeAll(closeOne, (batches) => told.push(batches.map(({ batch }) => batch)))
  return { answer, told }
}

test('letters closed meanwhile by another operator are no failure; none at all is', async () => {
  const none = refused(409, 'nothing-waiting')
  expect((await closing([closed('B0001', 500, 3), none])).answer).toMatchObject({ ok: true })
  expect((await closing([none])).answer).toBe(none)
})

test('a lost answer is reported, and batches closed before stay reported', async () => {
  const lost = refused(0)
  const { answer, told } = await closing([closed('B0001', 500, 3), lost])
  expect(answer).toBe(lost)
  expect(told).toHaveLength(1)
})
