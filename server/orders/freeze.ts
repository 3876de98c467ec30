import { createHash } from 'node:crypto'
import { normalPostalCode, samplesIn } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { type Day, madridDay, type PostingDay } from '@lacre/letter/days.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { type Price, priceOn } from '@lacre/letter/price/price.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { LetterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import { unreadable } from '../http/json-bodies.ts'
import type { Limit } from '../http/limits.ts'
import {
  type BesideUnpaid,
  findAddresses,
  findUnpaid,
  insertFrozen,
  updateSentWith,
  type LetterRow,
} from '../letters/letters-table.ts'
import { allPrices } from '../letters/prices.ts'
import { stepIfAllowed } from '../letters/steps.ts'
import { type TakeSpace, addressesAsText, openAddresses } from '../letters/stored.ts'
import type { Share } from '../letters/turns.ts'
import type { Clock } from '../outside/clock.ts'
import type { PaymentsDeps } from '../payments/seen-intent.ts'
import { cancelLetterIntent } from '../payments/learn-intent.ts'
import { pictureProblem, type Problem } from '../typesetting/problems.ts'
import type {
  DraftName,
  Pictures,
  Prepared,
  PreparedLetter,
  PrintTask,
  RemotePicture,
  Turn,
  Unreadable,
} from '../typesetting/typesetter.ts'
import type { World } from '../world.ts'

// Remote pictures have up to ten megabytes each. The browser waits 30 seconds, and memory is shared.
const fetchedAtOnce = 4

export type FreezeDeps = StoreDeps &
  PaymentsDeps &
  Pick<World, 'typesetter' | 'publicUrl' | 'fetchPicture' | 'postAhead' | 'closedDays'> & {
    /** Counts the costly work: each fetch of pictures, each letter stored. */
    limit: Limit
  }

type Sending = Share & {
  /** Reads the draft that the body names, and continues with its text. @throws Failure 409 or 503 */
  withDraft: <Outcome>(draft: DraftName, goOn: (content: string) => Promise<Outcome>) => Promise<Outcome>
  remember: (body: KnownBody) => void
}

/**
 * Enviar: fixes what is paid and printed (design/trust.md#freeze-before-pay). Sending an unchanged letter again returns
 * the same unpaid letter; an edited one replaces the older (design/sending.md#same-letter-same-intent).
 * @throws Failure 400 where the body is no letter, 429 from `limit`, 503 from `whileFetching`.
 */
export async function freezeLetter(
  deps: FreezeDeps & Sending,
  accountId: string,
  body: Uint8Array,
  brought: Pick<PrintTask, 'content' | 'fetched'> = {},
): Promise<CreatedLetter | Problem | 'unavailable'> {
  const id = deps.random.uuid()
  const day = madridDay(deps.clock.now())
  const task = { body, day, ahead: deps.postAhead, closed: deps.closedDays, ...brought }
  const made = await prepareLetter(deps, id, task, deps.turn)
  if (made === 'unavailable' || 'code' in made) return made
  if ('namesDraft' in made)
    return deps.withDraft(made.namesDraft, (content) => freezeLetter(deps, accountId, body, { content }))
  if ('remote' in made) {
    const fetched = await fetchPictures(deps, accountId, made.remote)
    if (!(fetched instanceof Map)) return fetched
    return freezeLetter(deps, accountId, body, { ...brought, fetched })
  }

  const { postOn } = made
  const price = priceOn(day, await allPrices(deps.db))
  const fingerprint = fingerprintOf(deps.cipher, made, { price, day })
  const samples = samplesIn(made)
  // Not for drafts or remote pictures: either may have changed at the next call.
  if (brought.content === undefined && !brought.fetched) deps.remember({ fingerprint, postOn, samples })
  let frozen = await findUnpaid(deps.db, accountId, fingerprint)
  if (!frozen) {
    await deps.limit.take(accountId)
    frozen = await storeLetter(deps, made, { id, accountId, fingerprint, price, day })
  }
  const draft_id = made.draftId ?? frozen.draft_id
  const isKept = frozen.post_on === postOn && frozen.draft_id === draft_id
  const letter = isKept ? frozen : await updateSentWith(deps.db, frozen, { post_on: postOn, draft_id })

  await replaceOlder(deps, frozen.older, addressesAsText(made))
  return createdLetter(letter, samples, frozen.paidAt ?? undefined)
}

/** Prepares the letter in a child process. @throws Failure 400 where the body is no letter. */
export async function prepareLetter(
  { typesetter, publicUrl }: Pick<World, 'typesetter' | 'publicUrl'>,
  id: string,
  task: Omit<PrintTask, 'sheetCode' | 'publicUrl'>,
  turn?: Turn,
): Promise<Exclude<Prepared, Unreadable | { problem: Problem }> | Problem | 'unavailable'> {
  const whole = { ...task, sheetCode: letterCode(id), publicUrl: publicUrl.href }
  const made = await typesetter.prepare(whole, turn)
  if ('problem' in made) return made.problem
  if (!('refused' in made)) return made
  if (made.refused === 'unreadable') throw unreadable(made.detail)
  return made.refused
}

/** Fetches remote pictures once: from here on the letter needs no network (design/sending.md#remote-pictures). */
async function fetchPictures(
  { typesetter, fetchPicture, limit, turn, whileFetching }: FreezeDeps & Share,
  accountId: string,
  remote: RemotePicture[],
): Promise<Pictures | Problem | 'unavailable'> {
  await limit.take(accountId)
  const pictures: Pictures = new Map()
  const problems: Problem[] = []
  let isUnavailable = false
  const ahead = remote.values()
  async function work() {
    for (const { name, address, number, size } of ahead) {
      const bytes = await fetchPicture(address)
      const made = bytes && (await typesetter.normalise({ bytes, ...(size && { size }) }, turn))
      if (made && 'bytes' in made) pictures.set(name, made)
      else if (made?.refused === 'unavailable') isUnavailable = true
      else problems.push(made ? pictureProblem.unreadable(number) : pictureProblem.unreachable(number))
      if (isUnavailable || problems.length) return
    }
  }
  await whileFetching(() => Promise.all(Array.from({ length: fetchedAtOnce }, work)))
  if (isUnavailable) return 'unavailable'
  return problems.toSorted((one, other) => one.picture! - other.picture!)[0] ?? pictures
}

type StoreDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'random'> & { takeSpace: TakeSpace }
type ToStore = {
  id: string
  accountId: string
  fingerprint: Buffer
  price: Price
  /** The day printed on the letter. */
  day: Day
  /** The returned letter that this one repeats. */
  againOf?: string
  /** The unpaid letter that this one replaces; its intent was cancelled before. */
  replaces?: string | undefined
}

/** Stores the bytes, sealed, with their hash and price. @throws Failure 413 or 429 from `takeSpace` */
export async function storeLetter(
  deps: StoreDeps,
  made: PreparedLetter,
  { id, accountId, fingerprint, price, day, againOf, replaces }: ToStore,
): Promise<LetterRow & BesideUnpaid> {
  const { signature, dateLine, replyCode, ...looks } = made.looks
  const { content, pdf } = made
  const { origin, destination, firstWords } = made
  const addresses = JSON.stringify({ origin, destination, firstWords })
  const sealed = deps.cipher.seal(id, { addresses, content, pdf, signature, dateLine })
  await deps.takeSpace(sealed)
  const now = deps.clock.now()
  const row = {
    id,
    account_id: accountId,
    state: 'frozen' as const,
    fingerprint,
    pages: made.pages,
    sheets: made.sheets,
    pdf_sha256: made.sha256,
    price_lines: JSON.stringify(price.lines),
    total_cents: price.total,
    currency: price.currency,
    postal_code: normalPostalCode(made.destination.postalCode),
    ...looks,
    seal: JSON.stringify(looks.seal),
    reply_code: replyCode,
    post_on: made.postOn,
    draft_id: made.draftId ?? null,
    created_at: now,
    state_since: now,
    again_of: againOf ?? null,
    printed_day: day,
  }
  return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces))
}

/**
 * Equal when the same account would get the same pages for the same money: content, pictures, addresses, looks, price,
 * printed day and the letter it repeats (design/sending.md#same-letter-same-intent). Keyed, so that a stolen database
 * does not show which letters are alike.
 */
export const fingerprintOf = (
  cipher: LetterCipher,
  { fingerprint }: PreparedLetter,
  on: { price: Price; day: Day; againOf?: string },
): Buffer => cipher.fingerprint(JSON.stringify({ letter: fingerprint, ...on }))

/** The answer for a frozen letter. `paidAt`: when an identical letter was paid. */
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

/** The letter an equal body led to before, if it is still unpaid and replaces no other. */
export async function findSameLetter(
  db: Db,
  accountId: string,
  { fingerprint, postOn, samples }: KnownBody,
): Promise<CreatedLetter | undefined> {
  const found = await findUnpaid(db, accountId, fingerprint)
  if (!found || found.older.length) return undefined
  const letter = found.post_on === postOn ? found : await updateSentWith(db, found, { post_on: postOn })
  return createdLetter(letter, samples, found.paidAt ?? undefined)
}

/** The letter of a body, and the parts of the answer that no row holds. No words, no address. */
type KnownBody = { fingerprint: Buffer; postOn: PostingDay; samples: ReturnType<typeof samplesIn> }

/** Entries for all accounts in this process, a few hundred bytes each. The oldest are dropped. */
const maxKnownBodies = 2000
/** Larger bodies are not cached: hashing on the main loop must take a millisecond or two. */
const maxBytes = 1024 * 1024

/**
 * Cache of letters by the hash of their body: pressing Enviar twice reads the body once
 * (design/sending.md#same-letter-same-intent).
 */
export function createKnownBodies(clock: Clock) {
  const known = new Map<string, KnownBody>()
  return {
    /** Per account and day, since price and printed date change with the day. Undefined: the body is too long. */
    keyOf(accountId: string, json: Uint8Array): string | undefined {
      if (json.length > maxBytes) return undefined
      const day = madridDay(clock.now())
      return createHash('sha256').update(`${accountId} ${day} `).update(json).digest('base64')
    },
    get: (key: string): KnownBody | undefined => known.get(key),
    keep(key: string, body: KnownBody) {
      known.delete(key) // moves it to the end, so that it is evicted last
      known.set(key, body)
      if (known.size > maxKnownBodies) known.delete(known.keys().next().value!)
    },
  }
}

/**
 * Replaces older unpaid letters from the same sender to the same recipient (design/sending.md#same-letter-same-intent).
 * Letters to other recipients, sent from another tab, stay, and so do those whose payment is unknown.
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
    if ((await cancelLetterIntent(deps, id)) !== 'cancelled') continue
    const now = deps.clock.now()
    await stepIfAllowed(deps.db, { letterId: id, step: 'replace', cause: 'newer-version', now })
  }
}
