import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { isCancellable } from '../ending/cancel-letter.ts'
import { findOwn, findSteps, findWords } from '../stored/letters-table.ts'
import { openAddresses } from '../stored/sealed-addresses.ts'
import { summaryOf } from './summary.ts'

const erased = { name: '', street: '', city: '', state: '', postalCode: '', country: '' }

export type DetailDeps = { db: Db; cipher: LetterCipher; clock: Clock; cutOff: CutOff | undefined }

/** Everything its sender may know of a letter; undefined when there is none of theirs by this id. */
export async function letterDetail(
  { db, cipher, clock, cutOff }: DetailDeps,
  accountId: string,
  letterId: string,
): Promise<LetterDetail | undefined> {
  const letter = await findOwn(db, accountId, letterId)
  if (!letter) return undefined

  const { id } = letter
  const steps = await findSteps(db, [id])
  const sealed = await findWords(db, id)
  const addresses = sealed && openAddresses(cipher, id, sealed)
  return {
    ...summaryOf(letter, steps, addresses, cutOff),
    sha256: letter.pdf_sha256,
    content: sealed ? cipher.openContent(id, sealed) : '',
    origin: addresses?.origin ?? erased,
    destination: addresses?.destination ?? erased,
    lines: letter.price_lines,
    ...(await moneyBackOf(db, id)),
    cancellable: isCancellable(letter.state),
    now: clock.now().toISOString(),
    history: steps.map(({ at, from_state, to_state, cause }) => ({
      at: at.toISOString(),
      from: from_state,
      to: to_state,
      cause,
    })),
  }
}

/** In cents: what is back on the card, and what was asked back and has not been seen there yet. */
async function moneyBackOf(
  db: Db,
  letterId: string,
): Promise<Pick<LetterDetail, 'refunded' | 'returning' | 'isDisputed'>> {
  const payments = await db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .select([
      'payment.refunded_cents',
      'payment.amount_cents',
      'payment.disputed',
      'refund.payment_id as asked',
    ])
    .where('payment.letter_id', '=', letterId)
    .execute()
  const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
  return {
    refunded: sum(payments.map((one) => one.refunded_cents)),
    returning: sum(payments.map((one) => (one.asked ? one.amount_cents - one.refunded_cents : 0))),
    isDisputed: payments.some(({ disputed }) => disputed),
  }
}
