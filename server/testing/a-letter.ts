import type { State } from '@lacre/letter/journey.ts'
import type { Db } from '../database/tables.ts'
import { systemRandom } from '../outside/random.ts'

const instant = new Date('2026-11-21T09:00:00Z')

/** A letter's row as it stands in `state`, of an account of its own unless told. Returns its id. */
export async function aLetter(
  db: Db,
  { state, accountId, since = instant }: { state: State; accountId?: string; since?: Date },
): Promise<string> {
  const owner = accountId ?? (await anAccount(db))
  const id = systemRandom.uuid()
  await db
    .insertInto('letter')
    .values({
      id,
      account_id: owner,
      state,
      fingerprint: systemRandom.bytes(32),
      pages: 1,
      sheets: 1,
      pdf_sha256: '0'.repeat(64),
      price_lines: '[]',
      total_cents: 329,
      currency: 'eur',
      postal_code: '28013',
      created_at: since,
      state_since: since,
    })
    .execute()
  return id
}

export async function anAccount(db: Db, createdAt = instant): Promise<string> {
  const id = systemRandom.uuid()
  await db
    .insertInto('account')
    .values({
      id,
      email: `${id}@example.es`,
      email_verified_at: null,
      password_hash: null,
      social_subject: null,
      created_at: createdAt,
    })
    .execute()
  return id
}
