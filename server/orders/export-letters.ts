import type { Address } from '@lacre/letter/address/address.ts'
import { htmlPage } from '@lacre/letter/content/text.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { openAddresses, storedPdf } from '../letters/stored.ts'
import { type DetailDeps, letterDetail } from './letter-detail.ts'
import { findReader, ownAddresses } from './my-letters.ts'
import type { World } from '../world.ts'
import type { ExportedFile } from '../http/streams.ts'

/**
 * All letters of an account as files, newest first, one at a time: what was written, what was printed, and what
 * became of it. Of a letter whose words were erased only the last is left.
 */
export async function* exportLetters(deps: DetailDeps, accountId: string): AsyncGenerator<ExportedFile> {
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

/** To whom an account's newest letters go, newest first: paid ones, which neither were called off nor came back. */
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
