import { idsOfOrderNumber } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

const most = 20
const sheetCode = /^([\da-f]{12})\.(\d{1,2})\.(\d{1,2})$/i

/** The sheet of a sheet code as a scanner reads it (`3f2a9c1d7b4e.1.2`); undefined when no letter has it. */
export async function sheetOf(
  db: Db,
  text: string,
): Promise<{ letterId: string; sheet: number; sheets: number } | undefined> {
  const [, beginning = '', sheet = '', sheets = ''] = sheetCode.exec(text) ?? []
  const [letterId, another] = beginning ? await idsBeginning(db, beginning) : []
  if (!letterId || another) return undefined
  const letter = await db.selectFrom('letter').select('sheets').where('id', '=', letterId).executeTakeFirst()
  const [number, all] = [Number(sheet), Number(sheets)]
  const isOfLetter = letter?.sheets === all && number >= 1 && number <= all
  return isOfLetter ? { letterId, sheet: number, sheets: all } : undefined
}

/** Letters by the number of their order, the beginning of their id, their short hash or a sheet code; at most twenty. */
export async function findLetters(db: Db, find: string): Promise<string[]> {
  const sheet = await sheetOf(db, find)
  if (sheet) return [sheet.letterId]
  const ordered = idsOfOrderNumber(find)
  const byOrder = ordered ? await idsBeginning(db, ordered) : []
  const digits = find.replaceAll('-', '').toLowerCase()
  if (!/^[\da-f]{4,64}$/.test(digits)) return byOrder
  const byId = digits.length <= 32 ? await idsBeginning(db, digits) : []
  return [...new Set([...byOrder, ...byId, ...(await idsOfHash(db, digits))])].slice(0, most)
}

/** As a range of the primary key: a million letters take no longer than ten. */
export async function idsBeginning(db: Db, digits: string): Promise<string[]> {
  const whole = (filler: string) => digits.toLowerCase().padEnd(32, filler)
  const rows = await db
    .selectFrom('letter')
    .select('id')
    .where('id', '>=', whole('0'))
    .where('id', '<=', whole('f'))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
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
