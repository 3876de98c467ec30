import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import { normalPostalCode } from '@lacre/letter/address/postal-code.ts'
import type { CreatedLetter, CreateLetterBody } from '@lacre/letter/calls.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { madridDay, type Day } from '@lacre/letter/day.ts'
import { priceOn, type Price } from '@lacre/letter/price.ts'
import type { LetterCipher } from '../database/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Limit } from '../http/limits.ts'
import type { Chance } from '../outside/chance.ts'
import type { Clock } from '../outside/clock.ts'
import type { FetchPicture } from '../outside/picture-fetcher.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { dataAddress } from './data-address.ts'
import { fingerprintOf } from './fingerprint.ts'
import { findUnpaid, insertFrozen, type LetterRow } from './letters-table.ts'
import { fetchPictures, hasRemotePictures, type Pictures } from './pictures.ts'
import { readDraft, type Draft } from './read-draft.ts'
import type { Refusal } from './refusals.ts'
import { renamePictures } from './rename-pictures.ts'
import { replaceOlder, type CancelIntentOf } from './replace-older.ts'
import { addressesAsText } from './sealed-addresses.ts'
import { shortHash } from './short-hash.ts'
import { setDraft } from './typeset-draft.ts'

export type FreezeDeps = {
  db: Db
  cipher: LetterCipher
  typesetter: Typesetter
  fetchPicture: FetchPicture
  clock: Clock
  chance: Chance
  cancelIntentOf: CancelIntentOf
  /** Counts what costs us time: each fetching of pictures, each typesetting. */
  limit: Limit
}
type Print = { draft: Draft; fetched: Pictures; fingerprint: Buffer; price: Price; day: Day }

/**
 * Enviar: what is paid and printed is decided here, once (design, 3.1). The same letter of the same person, still
 * unpaid, is the same letter, however often it is sent; an edited one takes the place of the older one (design, 2.2).
 * @throws Failure 429 from `limit`.
 */
export async function freezeLetter(
  deps: FreezeDeps,
  accountId: string,
  body: CreateLetterBody,
): Promise<CreatedLetter | Refusal> {
  const draft = readDraft(body)
  if ('refused' in draft) return draft

  if (hasRemotePictures(draft.content)) await deps.limit.take(accountId)
  const fetched = await fetchPictures(deps, draft.content)
  if ('refused' in fetched) return fetched

  const day = madridDay(deps.clock.now())
  const price = priceOn(day)
  const fingerprint = fingerprintOf(deps.cipher, draft, fetched, { price, day })
  const known = await findUnpaid(deps.db, accountId, fingerprint)
  const letter = known ?? (await print(deps, accountId, { draft, fetched, fingerprint, price, day }))
  if ('refused' in letter) return letter

  await replaceOlder(deps, letter, addressesAsText(draft))
  return createdLetter(letter, draft)
}

async function print(deps: FreezeDeps, accountId: string, print: Print): Promise<LetterRow | Refusal> {
  const { draft, fetched, fingerprint, price, day } = print
  await deps.limit.take(accountId)
  const id = deps.chance.uuid()
  const mark = id.replaceAll('-', '').slice(0, 12)
  const set = await setDraft(deps, draft, fetched, { day, mark })
  if ('refused' in set) return set

  const { pdf, pages, sheets, sha256 } = set.letter
  const content = renamePictures(draft.content, (address) => {
    const picture = set.pictures.get(address)
    if (!picture) throw new Error('a picture of the letter was not printed')
    return dataAddress(picture)
  })
  const sealed = deps.cipher.seal(id, {
    addresses: addressesAsText(draft),
    content: writeHtml(content),
    pdf,
  })
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
    created_at: now,
    state_since: now,
  }
  return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now))
}

const createdLetter = (letter: LetterRow, { destination }: Draft): CreatedLetter => ({
  id: letter.id,
  pages: letter.pages,
  sheets: letter.sheets,
  hash: shortHash(letter.pdf_sha256),
  total: letter.total_cents,
  lines: letter.price_lines,
  sampleRecipient: isSampleRecipient(destination),
})
