import { createHash } from 'node:crypto'
import { normalPostalCode, samplesIn } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { renamePictures } from '@lacre/letter/content/text.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { type Day, dayRefusal, madridDay, postingDay, type PostingDay } from '@lacre/letter/days.ts'
import { unusual } from '@lacre/letter/looks/looks.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { type Price, priceOn } from '@lacre/letter/price/price.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { LetterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Limit } from '../http/limits.ts'
import {
  type BesideUnpaid,
  findAddresses,
  findUnpaid,
  insertFrozen,
  keepDay,
  type LetterRow,
} from '../letters/letters-table.ts'
import {
  bytesInLetter,
  dataAddress,
  type Draft,
  draftOf,
  letterToSet,
  normalisePictures,
  type Pictures,
  picturesIn,
} from '../letters/read.ts'
import { stepIfAllowed } from '../letters/steps.ts'
import type { TakeSpace } from '../letters/storage-budget.ts'
import { addressesAsText, openAddresses } from '../letters/stored.ts'
import type { Share } from '../letters/turns.ts'
import { type Problem, problemOfDay, problemOfTypesetting } from '../letters/words.ts'
import type { Clock } from '../outside/clock.ts'
import type { ReadBody, Turn } from '../typesetting/typesetter.ts'
import type { PaymentsDeps } from '../payments/deps.ts'
import type { World } from '../world.ts'
import { allPrices } from '../letters/prices.ts'
import { cancelIntentOf } from '../payments/learn-intent.ts'

// Remote pictures of ten megabytes each: the browser waits 30 seconds, our memory is shared.
const fetchedAtOnce = 4

export type FreezeDeps = StoreDeps &
  PaymentsDeps &
  Pick<World, 'fetchPicture' | 'postAhead'> & {
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

  const price = priceOn(day, await allPrices(deps.db))
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

type StoreDeps = Pick<World, 'db' | 'cipher' | 'typesetter' | 'clock' | 'random' | 'publicUrl'> & {
  /** Scheduling; undefined for a letter that is paid already. */
  turn?: Turn
  takeSpace: TakeSpace
}
export type ToStore = {
  accountId: string
  draft: Draft
  fetched: Pictures
  fingerprint: Buffer
  price: Price
  /** The day that is printed. */
  day: Day
  postOn: PostingDay
  /** The letter that came back, whose words and pictures these are. */
  againOf?: string
  /** The unpaid letter whose place it takes; its intent was cancelled before. */
  replaces?: string | undefined
}

const readAtOnce = 2

/** Sets the letter with its own sheet codes and keeps exactly those bytes, sealed, with their hash and their price. */
export async function setAndStore(
  deps: StoreDeps,
  { accountId, draft, fetched, fingerprint, price, day, postOn, againOf, replaces }: ToStore,
): Promise<(LetterRow & BesideUnpaid) | Problem | 'unavailable'> {
  const id = deps.random.uuid()
  const sheetCode = letterCode(id)
  const { typesetter, turn, publicUrl } = deps
  const arePrinted = againOf !== undefined
  const reading = { bytesOf: bytesInLetter, atOnce: readAtOnce, stopAtProblem: true, arePrinted, turn }
  const own = await normalisePictures(typesetter, picturesIn(draft.pictures).own, reading)
  if (own === 'unavailable') return own
  if (own.problems[0]) return own.problems[0]

  const pictures: Pictures = new Map([...fetched, ...own.pictures])
  const toSet = letterToSet(draft, pictures, { day, sheetCode, publicUrl })
  const set = await typesetter.set(toSet, turn)
  if ('refused' in set) return set.refused === 'unavailable' ? set.refused : problemOfTypesetting(set)

  const { pdf, pages, sheets, sha256 } = set
  const { signature, replyCode, ...looks } = draft.looks
  const content = renamePictures(draft.content, (name) => {
    const picture = pictures.get(name)
    if (!picture) throw new Error('a picture of the letter was not printed')
    return dataAddress(picture)
  })
  const sealed = deps.cipher.seal(id, {
    addresses: addressesAsText(draft),
    content: writeHtml(content),
    pdf,
    signature,
  })
  await deps.takeSpace(sealed)
  const now = deps.clock.now()
  const row = {
    id,
    account_id: accountId,
    state: 'frozen' as const,
    fingerprint,
    pages,
    sheets,
    pdf_sha256: sha256,
    price_lines: JSON.stringify(price.lines),
    total_cents: price.total,
    currency: price.currency,
    postal_code: normalPostalCode(draft.destination.postalCode),
    ...looks,
    reply_code: replyCode,
    post_on: postOn,
    created_at: now,
    state_since: now,
    again_of: againOf ?? null,
    printed_day: day,
  }
  return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces))
}

/**
 * Equal when the same person would get the same pages for the same money: content, pictures, addresses, looks, price,
 * the day that is printed and the letter it is sent again for (design.md#same-letter-same-intent). Keyed, so that the database does not tell
 * which letters are alike to a thief.
 */
export function fingerprintOf(
  cipher: LetterCipher,
  draft: Draft,
  fetched: Pictures,
  on: { price: Price; day: Day; againOf?: string },
): Buffer {
  const { origin, destination, looks } = draft
  // A remote address may show another picture tomorrow: its bytes count, not its name.
  const content = renamePictures(draft.content, (name) => {
    const bytes = fetched.get(name)?.bytes
    return bytes ? createHash('sha256').update(bytes).digest('hex') : name
  })
  return cipher.fingerprint(JSON.stringify({ content, origin, destination, ...unusual(looks), ...on }))
}

/** What the page is told of a frozen letter. `paidAt`: when its twin was paid. */
export const createdLetter = (
  letter: LetterRow,
  samples: ReturnType<typeof samplesIn>,
  paidAt: Date | undefined,
): CreatedLetter => ({
  id: letter.id,
  pages: letter.pages,
  sheets: letter.sheets,
  hash: shortHash(letter.pdf_sha256),
  total: letter.total_cents,
  lines: letter.price_lines,
  postOn: letter.post_on,
  ...samples,
  paidBefore: paidAt?.toISOString() ?? null,
})

/**
 * The letter that this body came to before, if it still waits to be paid, which the database is asked each time. Undefined also
 * where it may take the place of another: for that the body is read.
 */
export async function sameAgain(
  db: Db,
  accountId: string,
  { fingerprint, postOn, samples }: KnownBody,
): Promise<CreatedLetter | undefined> {
  const found = await findUnpaid(db, accountId, fingerprint)
  if (!found || found.older.length) return undefined
  const letter = found.post_on === postOn ? found : await keepDay(db, found, postOn)
  return createdLetter(letter, samples, found.paidAt ?? undefined)
}

/** Which letter a body came to, and what its answer says that no row does. No word of it, and no address. */
export type KnownBody = { fingerprint: Buffer; postOn: PostingDay; samples: ReturnType<typeof samplesIn> }

/** Of all accounts together, in this process, until newer ones take their place; a few hundred bytes each. */
const maxKnownBodies = 2000
/** Bytes of one body, hashed on the main loop within a millisecond or two: a letter with a photo, and more. */
const maxBytes = 1024 * 1024

/** Bodies of letters, by their hash: whoever presses Enviar twice has them read once (design.md#same-letter-same-intent). */
export function createKnownBodies(clock: Clock) {
  const known = new Map<string, KnownBody>()
  return {
    /** For the account and this day alone: with the day go price and printed date. Undefined: it is too long. */
    keyOf(accountId: string, json: Uint8Array): string | undefined {
      if (json.length > maxBytes) return undefined
      const day = madridDay(clock.now())
      return createHash('sha256').update(`${accountId} ${day} `).update(json).digest('base64')
    },
    get: (key: string): KnownBody | undefined => known.get(key),
    keep(key: string, body: KnownBody) {
      known.delete(key) // the newest is the last to go
      known.set(key, body)
      if (known.size > maxKnownBodies) known.delete(known.keys().next().value!)
    },
  }
}

/**
 * Of unpaid letters older than one just sent, those that it takes the place of: from the same sender to the same recipient
 * (design.md#same-letter-same-intent). Letters to other people, sent from another tab, stay. One whose payment is in
 * doubt is left alone.
 */
async function replaceOlder(
  deps: PaymentsDeps & Pick<World, 'cipher'>,
  older: string[],
  addresses: string,
): Promise<void> {
  if (older.length === 0) return

  for (const sealed of await findAddresses(deps.db, older)) {
    const id = sealed.letter_id
    if (addressesAsText(openAddresses(deps.cipher, id, sealed)) !== addresses) continue
    if ((await cancelIntentOf(deps, id)) !== 'cancelled') continue
    const now = deps.clock.now()
    await stepIfAllowed(deps.db, { letterId: id, step: 'replace', cause: 'newer-version', now })
  }
}
