import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Random } from '../../outside/random.ts'
import { letterCipher, type LetterCipher } from '../keys/letter-cipher.ts'
import type { LetterKeys } from '../keys/letter-keys.ts'
import { connect } from '../open.ts'
import type { Db } from '../tables.ts'
import type { ReadBackup } from './read-backup.ts'
import { restoreBackup, type RestoreRefusal } from './restore-backup.ts'

/** `letters`: how many have pages that open and are the ones that were paid; `broken`: the ids of the others. */
export type Verified = ReadBackup & { letters: number; broken: string[] }

/** Restores into a database of its own on the same server, opens every letter, and drops it again. */
export async function verifyBackup(
  source: { path: string; at: pg.PoolConfig; keys: LetterKeys; mode: MoneyMode },
  random: Random,
): Promise<Verified | { refused: RestoreRefusal }> {
  const name = `lacre_verify_${random.uuid().replaceAll('-', '')}`
  await asking(source.at, `create database ${name}`)
  const at = databaseNamed(source.at, name)
  try {
    const read = await restoreBackup({ ...source, at })
    if ('refused' in read) return read
    const { db } = connect({ ...at, max: 1 }, () => {})
    try {
      return { ...read, ...(await openEveryLetter(db, letterCipher(source.keys, random))) }
    } finally {
      await db.destroy()
    }
  } finally {
    await asking(source.at, `drop database if exists ${name} with (force)`)
  }
}

async function openEveryLetter(db: Db, cipher: LetterCipher) {
  const ids = await db.selectFrom('letter_secret').select('letter_id').orderBy('letter_id').execute()
  const broken: string[] = []
  for (const { letter_id } of ids) {
    const row = await db
      .selectFrom('letter_secret')
      .innerJoin('letter', 'letter.id', 'letter_secret.letter_id')
      .select(['wrapped_key', 'key_name', 'pdf', 'pdf_sha256'])
      .where('letter_id', '=', letter_id)
      .executeTakeFirstOrThrow()
    try {
      const pdf = cipher.openPdf(letter_id, row)
      if (createHash('sha256').update(pdf).digest('hex') !== row.pdf_sha256) broken.push(letter_id)
    } catch {
      broken.push(letter_id)
    }
  }
  return { letters: ids.length - broken.length, broken }
}

/** `pg` lets a connection string win over fields, so the name is changed inside it. */
export function databaseNamed(at: pg.PoolConfig, name: string): pg.PoolConfig {
  if (!at.connectionString) return { ...at, database: name }
  const url = new URL(at.connectionString)
  url.pathname = `/${name}`
  return { ...at, connectionString: url.href }
}

/** Statements that cannot stand in a transaction. */
async function asking(at: pg.PoolConfig, statement: string) {
  const { db } = connect({ ...at, max: 1 }, () => {})
  try {
    await sql.raw(statement).execute(db)
  } finally {
    await db.destroy()
  }
}
