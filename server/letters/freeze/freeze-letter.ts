import { samplesIn } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { madridDay, dayRefusal, postingDay } from '@lacre/letter/days.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import type { Limit } from '../../http/limits.ts'
import type { FetchPicture } from '../../outside/pictures/picture-fetcher.ts'
import type { ReadBody } from '../../typesetting/typesetter.ts'
import { createdLetter } from './created-letter.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { KnownBody } from './known-bodies.ts'
import { keepDay } from '../stored/letters-table.ts'
import { findUnpaid } from '../stored/unpaid-letters.ts'
import { normalisePictures, picturesIn, type Pictures } from '../pages/pictures.ts'
import type { Problem } from '../pages/problems.ts'
import { draftOf, type Draft } from '../pages/read-draft.ts'
import type { AllPrices, CancelIntentOf } from '../../ports.ts'
import { problemOfDay } from '../posting/problem-of-day.ts'
import { replaceOlder } from '../ending/replace-older.ts'
import { addressesAsText } from '../stored/sealed-addresses.ts'
import type { Share } from '../turns/senders.ts'
import { setAndStore, type StoreDeps, type ToStore } from './set-and-store.ts'

// Remote pictures of ten megabytes each: the browser waits 30 seconds, our memory is shared.
const fetchedAtOnce = 4

export type FreezeDeps = StoreDeps & {
  fetchPicture: FetchPicture
  cancelIntentOf: CancelIntentOf
  allPrices: AllPrices
  /** How many days ahead a letter may be sent. */
  postAhead: number
  /** Counts what costs us time: each fetching of pictures, each typesetting. */
  limit: Limit
}

/**
 * Enviar: what is paid and printed is decided here, once (design.md#freeze-before-pay). The same letter of the same
 * person, still unpaid, is the same letter, however often it is sent; an edited one takes the place of the older one
 * (design.md#same-letter-same-intent).
 * @throws Failure 429 from `limit`, 503 from `whileFetching`.
 */
export async function freezeLetter(
  deps: FreezeDeps & Share & { remember: (body: KnownBody) => void },
  accountId: string,
  { addresses, ...read }: ReadBody,
): Promise<CreatedLetter | Problem | 'unavailable'> {
  const day = madridDay(deps.clock.now())
  const postOn = postingDay(addresses.postOn)
  const refusal = postOn && dayRefusal(postOn, { today: day, ahead: deps.postAhead })
  if (refusal) return problemOfDay(refusal, deps.postAhead)

  const { draft, problems } = draftOf(read, addresses)
  if (problems[0]) return problems[0]

  const fetched = await fetchPictures(deps, accountId, draft)
  if (fetched === 'unavailable' || 'code' in fetched) return fetched

  const price = priceOn(day, await deps.allPrices())
  const fingerprint = fingerprintOf(deps.cipher, draft, fetched, { price, day })
  const samples = samplesIn(draft)
  // What stands elsewhere may be another picture next time.
  if (!fetched.size) deps.remember({ fingerprint, postOn, samples })
  const frozen =
    (await findUnpaid(deps.db, accountId, fingerprint)) ??
    (await setOnce(deps, { accountId, draft, fetched, fingerprint, price, day, postOn }))
  if (frozen === 'unavailable' || 'code' in frozen) return frozen
  const letter = frozen.post_on === postOn ? frozen : await keepDay(deps.db, frozen, postOn)

  await replaceOlder(deps, frozen.older, addressesAsText(draft))
  return createdLetter(letter, samples, frozen.paidAt ?? undefined)
}

/** The pictures that stand elsewhere, brought in once: from here on the letter needs no network (design.md#remote-pictures). */
async function fetchPictures(
  { typesetter, fetchPicture, limit, turn, whileFetching }: FreezeDeps & Share,
  accountId: string,
  { pictures }: Draft,
): Promise<Pictures | Problem | 'unavailable'> {
  const { remote } = picturesIn(pictures)
  if (!remote.length) return new Map()
  await limit.take(accountId)
  const fetched = await whileFetching(() =>
    normalisePictures(typesetter, remote, {
      bytesOf: ({ address }) => fetchPicture(address),
      atOnce: fetchedAtOnce,
      stopAtProblem: true,
      turn,
    }),
  )
  return fetched === 'unavailable' ? fetched : (fetched.problems[0] ?? fetched.pictures)
}

async function setOnce(deps: FreezeDeps, letter: ToStore): ReturnType<typeof setAndStore> {
  await deps.limit.take(letter.accountId)
  return setAndStore(deps, letter)
}
