import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { keepsPaidLetters } from '../database/queries.ts'
import type { Db, NewRow, Tx } from '../database/tables.ts'
import { siteOf } from '../http/bearer.ts'
import { forgetCodes, hasPassword, isKnownTo, verifiedAccount } from './accounts-table.ts'
import type { Limits } from '../http/limits.ts'

/** All that lost claims on an address have written; of later modules, so that `app.ts` hands it in. */
export type EraseContents = (tx: Tx, accountIds: string[]) => Promise<void>

type Deps = { eraseContents: EraseContents }

/**
 * The mailbox answered for this account, and for no other, in one of the ways of `proofs`. Under `lockMailbox`.
 * 'taken': another one was proven before; 'password-ended': it had one, which its owner may miss.
 */
export async function proveMailbox(
  deps: Deps,
  tx: Tx,
  how: ProofKind,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<'proven' | 'password-ended' | 'taken'> {
  const owner = await verifiedAccount(tx, email)
  if (owner && owner.id !== id) return 'taken'

  const hadPassword = await hasPassword(tx, id)
  await endAccess(tx, [id], proofs[how])
  if (how === 'link') await markMailboxProven(tx, id, now)
  if (!owner) await tx.updateTable('account').set({ email_verified_at: now }).where('id', '=', id).execute()
  await voidClaims(deps, tx, email, id)
  return hadPassword && !(await hasPassword(tx, id)) ? 'password-ended' : 'proven'
}

/** An account that is proven from the first moment. */
export async function addProven(
  deps: Deps,
  tx: Tx,
  account: Pick<NewRow<'account'>, 'id' | 'email' | 'social_subject' | 'social_mailbox_at'>,
  now: Date,
): Promise<void> {
  const row = { ...account, password_hash: null, email_verified_at: now, created_at: now }
  await tx.insertInto('account').values(row).execute()
  await voidClaims(deps, tx, account.email, account.id)
}

/**
 * Nothing opens the other claims on a proven address any more, unless they keep a paid letter, which their own session or
 * password goes on opening (design.md#paid-unproven); nor the address itself.
 */
async function voidClaims({ eraseContents }: Deps, tx: Tx, email: string, winner: string): Promise<void> {
  const losers = await tx
    .selectFrom('account')
    .select(['id', keepsPaidLetters.as('keeps_letters')])
    .where('email', '=', email)
    .where('id', '!=', winner)
    .where('email_verified_at', 'is', null)
    .execute()
  const idsOf = (claims: typeof losers) => claims.map(({ id }) => id)
  await endAccess(tx, idsOf(losers.filter(({ keeps_letters }) => !keeps_letters)))
  await endAccess(tx, idsOf(losers), { ends: ['links'] })
  await forgetCodes(tx, email)
  await eraseContents(tx, idsOf(losers))
}

/** What may open an account. With the sessions go the browsers that are known. */
type Access = 'password' | 'sessions' | 'links' | 'social'

/**
 * What an account may be: a claim on an address until its mailbox is proven for it; lost when another one is proven
 * there, so that nothing opens it any more, but for what it has paid (design.md#paid-unproven).
 */
export type AccountState = 'claim' | 'proven' | 'lost'

type Proof = { of: readonly AccountState[]; adds: boolean; ends: readonly Access[]; keepProven?: boolean }

/**
 * The ways in which a mailbox is proven (design.md#claims); nothing else changes what an account is. `of`: which account
 * of the address may be proven so, the first that there is; `adds`: where there is none, one is made. It is 'proven' then,
 * every other claim on the address is 'lost' (`endsOfLosers`). `ends`: what opened the
 * account until then and no longer does, since whoever set it up may have been somebody else; `keepProven`: but what the
 * mailbox itself has proven stays, by a link, a code, a reset or the word of its own provider (design.md#behind-it). When it
 * did is in `mailbox_at`, `password_mailbox_at` and `social_mailbox_at`.
 */
export const proofs = {
  /** In a browser that knows the claim, or with its password: either shows whose claim it is. */
  link: { of: ['claim'], adds: false, ends: [] },
  /** Typed in the browser that asked. Of the claims only one made in this very browser counts. */
  code: { of: ['proven', 'claim'], adds: true, ends: ['password', 'sessions', 'social'], keepProven: true },
  /**
   * Joined to what there is, or the beginning of an account. Where the mailbox is not the provider's own, only the beginning,
   * and only where no claim has a letter: who once had the mailbox may still have the identity. It is joined, and proves
   * nothing, in a browser that the mailbox has proven.
   */
  google: { of: ['proven'], adds: true, ends: ['password', 'sessions', 'links'] },
  /**
   * The password is replaced by the one that was chosen with it. A claim that this browser does not know may hold what a
   * stranger put there: an account is made in its place.
   */
  reset: { of: ['proven', 'claim'], adds: true, ends: ['password', 'sessions', 'social'] },
} as const satisfies Record<string, Proof>

export type ProofKind = keyof typeof proofs

/** Of a claim that loses and has not paid; it never had a social identity. */
const endsOfLosers: readonly Access[] = ['password', 'sessions', 'links']

/** `keepProven`: what the mailbox has proven stays. */
type Which = { ends?: readonly Access[]; keepProven?: boolean }

/** How each thing that opens an account is ended. The browsers that were known go with the sessions. */
const endings = {
  password: (tx, ids, keepProven) =>
    tx
      .updateTable('account')
      .set({ password_hash: null, password_mailbox_at: null })
      .where('id', 'in', ids)
      .$if(keepProven, (query) => query.where('password_mailbox_at', 'is', null))
      .execute(),
  social: (tx, ids, keepProven) =>
    tx
      .updateTable('account')
      .set({ social_subject: null, social_mailbox_at: null })
      .where('id', 'in', ids)
      .$if(keepProven, (query) => query.where('social_mailbox_at', 'is', null))
      .execute(),
  // Who has one reads the mailbox.
  links: (tx, ids, keepProven) =>
    keepProven ? Promise.resolve() : tx.deleteFrom('email_link').where('account_id', 'in', ids).execute(),
  sessions: async (tx, ids, keepProven) => {
    for (const table of ['login_session', 'known_device'] as const)
      await tx
        .deleteFrom(table)
        .where('account_id', 'in', ids)
        .$if(keepProven, (query) => query.where('mailbox_at', 'is', null))
        .execute()
  },
} satisfies Record<Access, (tx: Tx, accountIds: string[], keepProven: boolean) => Promise<unknown>>

/** Ends what opens these accounts: all of it, unless a part is named. */
export async function endAccess(
  tx: Tx,
  accountIds: string[],
  { ends = endsOfLosers, keepProven = false }: Which = {},
): Promise<void> {
  if (!accountIds.length) return
  for (const access of ends) await endings[access](tx, accountIds, keepProven)
}

/** Whoever opens the account by what there is now has shown the mailbox, or that the claim is theirs. */
async function markMailboxProven(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_mailbox_at: now })
    .where('id', '=', accountId)
    .where('password_hash', 'is not', null)
    .execute()
  for (const table of ['login_session', 'known_device'] as const)
    await tx.updateTable(table).set({ mailbox_at: now }).where('account_id', '=', accountId).execute()
}

/**
 * Counts a message to an address, whoever asks for it and whether or not there is an account: nobody's mailbox is
 * flooded. What the owner asks for in a known browser counts apart, and one network gets only some of the rest, so that no
 * stranger uses it up. @throws Failure 429
 */
export async function takeMail(
  { db, limits }: { db: Db; limits: Limits },
  email: string,
  { device, caller }: { device: Buffer | undefined; caller: string },
): Promise<void> {
  const owner = await db
    .selectFrom('account')
    .select(isKnownTo(device).as('is_known'))
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  const isOwners = owner?.is_known && device
  if (!isOwners) await limits.mailsFrom.take(`${email} ${siteOf(caller)}`)
  await limits.mailsTo.take(isOwners ? `${email} ${device.toString('hex')}` : email)
}

/** From the last time that somebody signed in there. */
export const deviceKnownFor = days(365)

/** `mailbox_at`: when the mailbox proved who is there; it stays known that it once did. */
export async function rememberDevice(
  tx: Db | Tx,
  accountId: string,
  device: Buffer | undefined,
  { used_at, mailbox_at }: { used_at: Date; mailbox_at: Date | null },
): Promise<void> {
  if (!device) return
  await tx
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: device, used_at, mailbox_at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'device_hash']).doUpdateSet({
        used_at,
        mailbox_at: sql<Date | null>`greatest(known_device.mailbox_at, excluded.mailbox_at)`,
      }),
    )
    .execute()
}
