import { codesOfOrderNumber } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import { lettersCalled } from '../../database/queries/letters-called.ts'
import type { Db } from '../../database/tables.ts'

const most = 20
const sheetCode = /^([\da-f]{12})\.(\d{1,2})\.(\d{1,2})$/i

/** The sheet of a sheet code as a scanner reads it (`3f2a9c1d7b4e.1.2`); undefined when no letter has it. */
export async function sheetOf(
  db: Db,
  text: string,
): Promise<{ letterId: string; sheet: number; sheets: number } | undefined> {
  const [, beginning = '', sheet = '', sheets = ''] = sheetCode.exec(text) ?? []
  const [letterId, another] = beginning ? await lettersCalled(db, beginning, 2) : []
  if (!letterId || another) return undefined
  const letter = await db.selectFrom('letter').select('sheets').where('id', '=', letterId).executeTakeFirst()
  const [number, all] = [Number(sheet), Number(sheets)]
  const isOfLetter = letter?.sheets === all && number >= 1 && number <= all
  return isOfLetter ? { letterId, sheet: number, sheets: all } : undefined
}

/** Letters by the number of their order, the beginning of their code, their id, their short hash or a sheet code; at most twenty. */
export async function findLetters(db: Db, find: string): Promise<string[]> {
  const sheet = await sheetOf(db, find)
  if (sheet) return [sheet.letterId]
  const ordered = codesOfOrderNumber(find)
  const byOrder = ordered ? await lettersCalled(db, ordered, most) : []
  const digits = find.replaceAll('-', '').toLowerCase()
  if (!/^[\da-f]{4,64}$/.test(digits)) return byOrder
  const byId = digits.length <= 32 ? await lettersCalled(db, digits, most) : []
  return [...new Set([...byOrder, ...byId, ...(await idsOfHash(db, digits))])].slice(0, most)
}

async function idsOfHash(db: Db, digits: string): Promise<string[]> {
  const hash = sql<string>`pdf_sha256 collate "C"`
  const rows = await db
    .selectFrom('letter')
    .select('id')
    .where(hash, '>=', digits)
    .where(hash, '<', `${digits}g`)
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
