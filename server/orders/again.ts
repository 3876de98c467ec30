import { samplesIn, joinAddress } from '@lacre/letter/address/address.ts'
import type { CreatedLetter, CreateLetterBody, SendAgainBody } from '@lacre/letter/calls.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { unusual } from '@lacre/letter/looks/looks.ts'
import { postageOf, priceOn } from '@lacre/letter/price/price.ts'
import { isAnyGivenBack, isOfLivingSibling } from '../database/queries.ts'
import { createdLetter, fingerprintOf, type FreezeDeps, prepareLetter, storeLetter } from './freeze.ts'
import type { LetterCipher } from '../database/cipher.ts'
import type { Problem } from '../typesetting/problems.ts'
import { findOwn, findResentLetter, findWords, type LetterRow, type Words } from '../letters/letters-table.ts'
import { openAddresses } from '../letters/stored.ts'
import { allPrices } from '../letters/prices.ts'
import { cancelLetterIntent } from '../payments/learn-intent.ts'

export type AgainRefusal =
  | 'not-found'
  | 'not-returned'
  | 'forgotten'
  | 'given-back'
  | 'sent-again'
  | 'payment-unknown'
  | 'changed-meanwhile'

/**
 * Freezes a returned letter once more for another address, at the price of the postage (design/letter.md#came-back).
 * Words, pictures, looks and date are those that were printed. An unpaid letter for the same address is used again; one
 * for another address is replaced. Of two calls at once, the first wins.
 * @throws Failure 413 or 429 from `takeSpace` and `limit`.
 */
export async function sendAgain(
  deps: FreezeDeps,
  accountId: string,
  letterId: string,
  body: SendAgainBody,
): Promise<CreatedLetter | Problem | 'unavailable' | AgainRefusal> {
  const first = await findOwn(deps.db, accountId, letterId)
  if (!first) return 'not-found'
  if (first.state !== 'returned') return 'not-returned'
  const words = await findWords(deps.db, first.id)
  if (!words) return 'forgotten'
  if (await isAnyGivenBack(deps.db, [first.id])) return 'given-back'
  const second = await findResentLetter(deps.db, first.id)
  if (second && second.state !== 'frozen') return 'sent-again'

  // The request is a few bytes, but we read megabytes for it.
  await deps.limit.take(accountId)
  const id = deps.random.uuid()
  const day = first.printed_day
  const again = buildBody(deps.cipher, first, words, body)
  const made = await prepareLetter(deps, id, {
    body: again,
    day,
    ahead: deps.postAhead,
    closed: [],
    arePrinted: true,
  })
  if (made === 'unavailable' || 'code' in made) return made
  if (!('pdf' in made)) throw new Error('a letter that was printed is not whole')

  const price = postageOf(priceOn(madridDay(deps.clock.now()), await allPrices(deps.db)))
  const on = { price, day, againOf: first.id }
  const samples = samplesIn(made)
  const fingerprint = fingerprintOf(deps.cipher, made, on)
  if (second?.fingerprint.equals(fingerprint)) return createdLetter(second, samples, undefined)

  const payment = second ? await cancelLetterIntent(deps, second.id) : 'cancelled'
  if (payment !== 'cancelled') return payment === 'paid' ? 'sent-again' : 'payment-unknown'
  const store = { id, accountId, fingerprint, ...on, replaces: second?.id }
  try {
    return createdLetter(await storeLetter(deps, made, store), samples, undefined)
  } catch (error) {
    // The unique index allows one living second letter: another call was faster.
    if (isOfLivingSibling(error)) return 'changed-meanwhile'
    throw error
  }
}

/** The returned letter's content and looks, with the new addresses. */
function buildBody(
  cipher: LetterCipher,
  first: LetterRow,
  words: Words,
  to: SendAgainBody,
): CreateLetterBody {
  const { id, style, size, seal, language, reply_code: replyCode } = first
  const { origin } = openAddresses(cipher, id, words)
  const signature = cipher.openSignature(id, words)
  const dateLine = cipher.openDateLine(id, words)
  return {
    content: cipher.openContent(id, words),
    origin: joinAddress(origin),
    originAddress: origin,
    ...to,
    ...unusual({ style, size, seal, language, replyCode, signature, dateLine }),
  }
}
