import { after } from '@lacre/letter/journey.ts'
import { raiseConcern, type Concern } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import { cause, type DispatchDeps } from '../deps.ts'
import { change, type Submission } from './submissions-table.ts'

/** Why a letter leaves for a person instead of the press. */
export type Stop = {
  state: 'rejected' | 'cancelled' | 'given-up'
  /** A word for programs: theirs, or ours. */
  reason: string
  /** What a person must know, besides: never the letter's words. */
  note: string
}

const kinds = {
  rejected: 'printer-rejected',
  cancelled: 'printer-cancelled',
  'given-up': 'printer-given-up',
} as const satisfies Record<Stop['state'], Concern['kind']>

/**
 * Stops one letter, loudly: its way ends, its job is void so that it may get another one, and a person decides. It is
 * never given to the same printer again. In the transaction that found out.
 */
export async function stopSubmission(
  { takeStep, lockLetter, clock, jobs, setUsualPaper }: DispatchDeps,
  tx: Tx,
  submission: Submission,
  { state, reason, note }: Stop,
): Promise<void> {
  const { letter_id: letterId, attempt, reference } = submission
  const letter = await lockLetter(tx, letterId)
  // They had their chance: should it be printed after all, the own print room does it, whose envelopes it fits too.
  await setUsualPaper(tx, [letterId])
  await change(tx, submission, { state, reason: reason.slice(0, 100), lease: null, lease_until: null })
  const isStopped = await jobs.stop(tx, { letterId, attempt }, kinds[state])
  // Void already: a person has started it over, and the new attempt goes its own way.
  if (isStopped && letter && after(letter.state, 'doubt'))
    await takeStep(tx, { letterId, step: 'doubt', cause, now: clock.now() })
  await raiseConcern(tx, {
    kind: kinds[state],
    letterId,
    reference,
    note: `${note} (Pingen, ${reference}${reason ? `, ${reason}` : ''})`,
  })
}
