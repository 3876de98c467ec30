import { emptyAddress, type Address } from '@lacre/letter/address/address.ts'
import { isCancellable } from '@lacre/letter/journey.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { usualLanguage } from '@lacre/letter/looks/languages.ts'
import { disputeOf, isGivenUp } from '@lacre/letter/price/payment-states.ts'
import { inSnapshot } from '../database/transactions.ts'
import type { Db } from '../database/tables.ts'
import { isAnyGivenBack, isWithoutBuyer } from '../database/queries.ts'
import { findResentLetter, findWords, type LetterRow, paidBefore } from '../letters/letters-table.ts'
import { openAddresses, storedPdf } from '../letters/stored.ts'
import { findReader, findVisible, openSummaries, ownAddresses, type SummariesDeps } from './my-letters.ts'
import type { World } from '../world.ts'
import { htmlPage } from '@lacre/letter/content/html-page.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { ExportedFile } from '../http/streams.ts'

/** All that its sender may know of a letter, from one snapshot. Undefined when the account has no such letter. */
export const letterDetail = (
  deps: SummariesDeps,
  accountId: string,
  letterId: string,
): Promise<LetterDetail | undefined> =>
  inSnapshot(deps.db, (db) => readDetail({ ...deps, db }, accountId, letterId))

async function readDetail(
  deps: SummariesDeps,
  accountId: string,
  letterId: string,
): Promise<LetterDetail | undefined> {
  const { db, cipher, clock } = deps
  const reader = await findReader(db, accountId)
  const letter = await findVisible(db, reader, letterId)
  if (!letter) return undefined

  const { id } = letter
  const [opened] = await openSummaries(deps, reader, [letter])
  const { steps, addresses, summary } = opened!
  const { access } = summary
  const sealed = access === 'figures' ? undefined : await findWords(db, id)
  const twin = (await paidBefore(db, [letter])).get(id)
  return {
    ...summary,
    sha256: letter.pdf_sha256,
    style: letter.style,
    size: letter.size,
    seal: letter.seal,
    replyCode: letter.reply_code,
    language: letter.language ?? usualLanguage,
    content: sealed ? cipher.openContent(id, sealed) : '',
    signature: sealed ? cipher.openSignature(id, sealed) : null,
    dateLine: sealed ? cipher.openDateLine(id, sealed) : null,
    origin: addresses?.origin ?? emptyAddress,
    destination: addresses?.destination ?? emptyAddress,
    lines: letter.price_lines,
    ...(await sumMoneyBack(db, id)),
    paidBefore: twin?.toISOString() ?? null,
    cancellable: access !== 'figures' && isCancellable(letter.state),
    returnReason: letter.return_reason,
    givenBack: await isAnyGivenBack(db, [id]),
    draftId: letter.draft_id,
    againOf: linkTo(letter.again_of ? await findVisible(db, reader, letter.again_of) : undefined),
    again: linkTo(access === 'full' ? await findResentLetter(db, id) : undefined),
    invoices: await findInvoices(db, id, access),
    now: clock.now().toISOString(),
    history: steps.map(({ at, from_state, to_state, cause }) => ({
      at: at.toISOString(),
      from: from_state,
      to: to_state,
      cause,
    })),
  }
}

const linkTo = (letter: LetterRow | undefined) =>
  letter ? { id: letter.id, state: letter.state, createdAt: letter.created_at.toISOString() } : null

/** A full invoice and its corrections name the buyer, so an account with access to figures only does not see them. */
const findInvoices = (db: Db, letterId: string, access: LetterAccess) =>
  db
    .selectFrom('invoice')
    .select(['number', 'kind', 'issued_on as issuedOn', 'total_cents as total'])
    .where('letter_id', '=', letterId)
    .$if(access === 'figures', (query) => query.where(isWithoutBuyer))
    .orderBy('seq')
    .execute()

/** In cents: refunded to the card, on the way there, and given up. */
async function sumMoneyBack(db: Db, letterId: string) {
  const payments = await db
    .selectFrom('payment_money')
    .selectAll()
    .where('letter_id', '=', letterId)
    .execute()
  const back = { refunded: 0, returning: 0, notReturned: 0 }
  for (const { received_cents, refunded_cents, on_the_way, asked } of payments) {
    const rest = received_cents - refunded_cents
    back.refunded += refunded_cents
    if (asked && isGivenUp(asked)) back.notReturned += rest
    // A refund made at the provider's pages was not asked for here.
    else if (asked !== 'succeeded') back.returning += asked ? rest : on_the_way
  }
  return { ...back, dispute: disputeOf(payments.map(({ dispute }) => dispute)) ?? null }
}

/** All letters as files, newest first, one at a time. Of an erased letter only its facts. */
export async function* exportLetters(deps: SummariesDeps, accountId: string): AsyncGenerator<ExportedFile> {
  const letters = await deps.db
    .selectFrom('letter')
    .select(['id', 'pdf_sha256', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  for (const { id, pdf_sha256, created_at: at } of letters) {
    const detail = await letterDetail(deps, accountId, id)
    if (!detail) continue
    const { content, now: _, ...facts } = detail
    const folder = `cartas/${madridDay(at)}-${letterCode(id).slice(0, 8)}`
    const file = (name: string, bytes: Uint8Array): ExportedFile => ({ name: `${folder}/${name}`, bytes, at })
    yield file('carta.json', Buffer.from(JSON.stringify(facts, undefined, 2)))
    if (content) yield file('carta.html', Buffer.from(htmlPage(content)))
    const pdf = await storedPdf(deps, { id, pdf_sha256 })
    if (pdf) yield file('carta.pdf', pdf)
  }
}

const mostOpened = 500

/** The recipients of an account's newest paid letters, newest first; without cancelled and returned ones. */
export async function sentRecipients(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  accountId: string,
): Promise<Address[]> {
  const filter = { states: ['paid' as const, 'batched' as const, 'printed' as const, 'posted' as const] }
  const rows = await ownAddresses(db, await findReader(db, accountId), {
    filter,
    after: undefined,
    limit: mostOpened,
  })
  return rows.map((row) => openAddresses(cipher, row.id, row).destination)
}
