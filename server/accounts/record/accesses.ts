import { days, earlier } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { PseudonymOf } from '../../database/keys/pseudonym.ts'
import type { Clock } from '../../outside/clock.ts'
import type { CommandResult, ExportedFile } from '../../ports.ts'
import { canonicalEmail } from '../email.ts'
import { beginOf, dayOf, sumOf } from './access-days.ts'

const kept = days(365)
/** What was written before has gone, or goes now. Whole days, as they are sealed. */
const keptSince = (now: Date): Date => beginOf(dayOf(earlier(now, kept)))

export async function forgetAccesses({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_entry')
    .where('at', '<', keptSince(clock.now()))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The days whose entries are no longer those that were sealed. */
export async function brokenAccessDays({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const seals = await db
    .selectFrom('act')
    .select(['subject', 'note'])
    .where('act', '=', 'seal-accesses')
    .where('subject', '>=', dayOf(keptSince(clock.now())))
    .orderBy('seq')
    .execute()
  const broken: string[] = []
  for (const { subject, note } of seals) if ((await sumOf(db, subject)) !== note) broken.push(subject)
  return broken
}

const newest = 200
const accessesOf = (db: Db, subject: string) =>
  db
    .selectFrom('access_entry')
    .select(['at', 'act', 'how'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')

/** `accesses <correo>`: for whoever asks who has been in their account. */
export async function listAccesses(
  { db, pseudonymOf }: { db: Db; pseudonymOf: PseudonymOf },
  { email }: { email: string },
): Promise<CommandResult> {
  const found = await accessesOf(db, pseudonymOf(canonicalEmail(email)))
    .limit(newest)
    .execute()
  const lines = found.map(({ at, act, how }) => `${at.toISOString()}  ${act}  ${how}`)
  return { says: lines.join('\n') || 'Nadie ha entrado ni lo ha intentado con ese correo.', trouble: false }
}

/** What is written down of an account whose address is proven; those of a claim may be another's. */
export async function* exportAccesses(
  { db, clock, pseudonymOf }: { db: Db; clock: Clock; pseudonymOf: PseudonymOf },
  accountId: string,
): AsyncGenerator<ExportedFile> {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!account) return
  const found = await accessesOf(db, pseudonymOf(account.email)).execute()
  yield { name: 'accesos.json', bytes: Buffer.from(JSON.stringify(found, undefined, 2)), at: clock.now() }
}
