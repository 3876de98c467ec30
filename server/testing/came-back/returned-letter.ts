import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import { days } from '@lacre/letter/days.ts'
import type { Failure, LetterDetail } from '@lacre/letter/calls.ts'
import type { Step } from '@lacre/letter/journey.ts'
import { aPayment, luis, type PaymentGiven, written } from '../factories.ts'
import { type LettersApp, openLetters } from '../test-app.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { returnLetter } from '../../letters/steps.ts'

export const moved: Address = { ...luis, street: 'Calle de Alcalá, 45', postalCode: '28014' }
export const elsewhere: Address = { ...luis, street: 'Calle Mayor, 1', city: 'Soria', postalCode: '42001' }
const to = (address: Address) => ({ destination: joinAddress(address), destinationAddress: address })
export const reason = 'La dirección está incompleta.'
export const week = days(7)

export async function walk(app: LettersApp, letterId: string, steps: Step[]) {
  for (const step of steps) await app.take(letterId, step)
}
export async function comeBack(app: LettersApp, letterId: string) {
  await walk(app, letterId, ['pay', 'batch', 'print', 'post'])
  const context = { letterId, cause: 'operator', now: app.clock.now(), reason }
  await app.db.transaction().execute((tx) => returnLetter(app.world, tx, context))
}
export const again = (app: LettersApp, me: string, id: string, address = moved) =>
  app.post(me, `/letters/${id}/again`, to(address))
export const detail = async (app: LettersApp, me: string, id: string) =>
  (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
export const refusal = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  (JSON.parse(body) as Failure).code,
]

/** As the provider's record says of it; `isAsked`: its refund was asked for here. */
export async function plantPayment(
  { db, clock }: LettersApp,
  letter_id: string,
  { isAsked = false, ...says }: PaymentGiven & { isAsked?: boolean },
) {
  const now = clock.now()
  const payment_id = await aPayment(db, letter_id, { created_at: now, paid_at: now, ...says })
  if (!isAsked) return
  const asked = { payment_id, amount_cents: 329, reason: 'test', requested_at: now }
  await db.insertInto('refund').values(asked).execute()
}

/** A letter that came back a week after it was written. */
export async function returned(typesetter: Typesetter, body: object = written()) {
  const app = await openLetters(typesetter)
  const me = await app.account()
  const first = await app.freeze(me, body)
  app.clock.pass(week)
  await comeBack(app, first.id)
  return { app, me, first }
}
