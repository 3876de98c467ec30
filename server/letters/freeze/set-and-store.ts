import { normalPostalCode } from '@lacre/letter/address/postal-code.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import type { Day } from '@lacre/letter/day.ts'
import { usualPaper, type PaperName } from '@lacre/letter/paper-profile.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { Random } from '../../outside/random.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { dataAddress } from './data-address.ts'
import { insertFrozen, type LetterRow } from '../stored/letters-table.ts'
import type { Pictures } from './pictures.ts'
import type { Draft } from './read-draft.ts'
import type { Refusal } from './refusals.ts'
import { renamePictures } from './rename-pictures.ts'
import { addressesAsText } from '../stored/sealed-addresses.ts'
import { setDraft } from './typeset-draft.ts'

export type StoreDeps = {
  db: Db
  cipher: LetterCipher
  typesetter: Typesetter
  clock: Clock
  random: Random
  /** Whose paper letters are set for from now on. */
  paper?: PaperName
}
export type ToStore = {
  accountId: string
  draft: Draft
  fetched: Pictures
  fingerprint: Buffer
  price: Price
  day: Day
}

/** Sets the letter with its own mark and keeps exactly those bytes, sealed, with their hash and their price. */
export async function setAndStore(
  deps: StoreDeps,
  { accountId, draft, fetched, fingerprint, price, day }: ToStore,
): Promise<LetterRow | Refusal> {
  const id = deps.random.uuid()
  const mark = id.replaceAll('-', '').slice(0, 12)
  const { paper = usualPaper } = deps
  const set = await setDraft(deps, draft, fetched, { day, mark, paper })
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
    paper,
    created_at: now,
    state_since: now,
  }
  return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now))
}
