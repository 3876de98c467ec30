import { normalPostalCode } from '@lacre/letter/address/address.ts'
import { renamePictures } from '@lacre/letter/content/text.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import type { Day, PostingDay } from '@lacre/letter/days.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { Random } from '../../outside/random.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Turn, Typesetter } from '../../typesetting/typesetter.ts'
import { dataAddress } from '../pages/data-address.ts'
import { letterToSet } from '../pages/letter-to-set.ts'
import { insertFrozen, type LetterRow } from '../stored/letters-table.ts'
import type { BesideUnpaid } from '../stored/unpaid-letters.ts'
import { bytesInLetter, normalisePictures, picturesIn, type Pictures } from '../pages/pictures.ts'
import { problemOfTypesetting, type Problem } from '../pages/problems.ts'
import type { Draft } from '../pages/read-draft.ts'
import { addressesAsText } from '../stored/sealed-addresses.ts'
import type { TakeSpace } from './storage-budget.ts'

export type StoreDeps = {
  db: Db
  cipher: LetterCipher
  typesetter: Typesetter
  /** Of whom it is, unless they paid for this very letter. */
  turn?: Turn
  clock: Clock
  random: Random
  /** Where the reply codes of letters lead. */
  publicUrl: URL
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
