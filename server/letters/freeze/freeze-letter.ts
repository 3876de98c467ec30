import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import type { CreatedLetter, CreateLetterBody } from '@lacre/letter/calls.ts'
import { madridDay } from '@lacre/letter/day.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import type { Limit } from '../../http/limits.ts'
import type { FetchPicture } from '../../outside/pictures/picture-fetcher.ts'
import { fingerprintOf } from './fingerprint.ts'
import { findUnpaid, paidBefore, type LetterRow } from '../stored/letters-table.ts'
import { fetchPictures, hasRemotePictures } from './pictures.ts'
import { readDraft, type Draft } from './read-draft.ts'
import type { Refusal } from './refusals.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { replaceOlder } from '../ending/replace-older.ts'
import { addressesAsText } from '../stored/sealed-addresses.ts'
import { setAndStore, type StoreDeps, type ToStore } from './set-and-store.ts'
import { shortHash } from '../short-hash.ts'

export type FreezeDeps = StoreDeps & {
  fetchPicture: FetchPicture
  cancelIntentOf: CancelIntentOf
  /** Counts what costs us time: each fetching of pictures, each typesetting. */
  limit: Limit
}

/**
 * Enviar: what is paid and printed is decided here, once (design.md#freeze-before-pay). The same letter of the same
 * person, still unpaid, is the same letter, however often it is sent; an edited one takes the place of the older one
 * (design.md#same-letter-same-intent).
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
  const fingerprint = fingerprintOf(deps.cipher, draft, fetched, { price, day, paper: deps.paper })
  const letter =
    (await findUnpaid(deps.db, accountId, fingerprint)) ??
    (await setOnce(deps, { accountId, draft, fetched, fingerprint, price, day }))
  if ('refused' in letter) return letter

  await replaceOlder(deps, letter, addressesAsText(draft))
  return createdLetter(letter, draft, await paidBefore(deps.db, letter))
}

async function setOnce(deps: FreezeDeps, letter: ToStore): Promise<LetterRow | Refusal> {
  await deps.limit.take(letter.accountId)
  return setAndStore(deps, letter)
}

const createdLetter = (
  letter: LetterRow,
  { destination }: Draft,
  paidAt: Date | undefined,
): CreatedLetter => ({
  id: letter.id,
  pages: letter.pages,
  sheets: letter.sheets,
  hash: shortHash(letter.pdf_sha256),
  total: letter.total_cents,
  lines: letter.price_lines,
  sampleRecipient: isSampleRecipient(destination),
  paidBefore: paidAt?.toISOString() ?? null,
})
