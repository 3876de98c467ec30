import { codesOfOrderNumber } from '@lacre/letter/order-number.ts'
import { customerActions, type Customer } from '@lacre/letter/print-room/console-calls.ts'
import { isLostClaim } from '../../database/queries/lost-claims.ts'
import { lettersCalled } from '../../database/queries/letters-called.ts'
import type { Db } from '../../database/tables.ts'
import type { ActingOperator } from '../../http/bearer.ts'
import type { ConsoleDeps } from '../deps.ts'
import { cardsOf } from '../letters/letter-cards.ts'

const newest = 20

/**
 * By the whole address, as one signs in with it, or by the number of an order; never by what is sealed. Claims that share
 * an address are all shown. Looking somebody up is in the record, under a pseudonym.
 */
export async function findCustomers(
  deps: ConsoleDeps,
  written: string,
  operator: ActingOperator,
): Promise<Customer[]> {
  const { db, clock, recordAuditEntry, pseudonymOf } = deps
  const digits = codesOfOrderNumber(written)
  const email = digits ? undefined : deps.canonicalEmail(written)
  const ids = digits ? await accountsOfOrder(db, digits) : await accountsOf(db, email ?? '')
  await db.transaction().execute((tx) =>
    recordAuditEntry(tx, {
      by: operator.name,
      action: 'look-up-customer',
      subject: ids.map(pseudonymOf).join(', ') || pseudonymOf(email ?? written),
      note: [digits ? 'pedido' : 'correo', ...(ids.length ? [] : ['sin resultado'])].join(' · '),
      now: clock.now(),
    }),
  )
  const found = await Promise.all(ids.map((id) => customerOf(deps, id, operator)))
  return found.flatMap((customer) => customer ?? [])
}

const accountsOf = async (db: Db, email: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('email', '!=', '')
    .orderBy('email_verified_at')
    .orderBy('created_at', 'desc')
    .limit(newest)
    .execute()
  return rows.map(({ id }) => id)
}

async function accountsOfOrder(db: Db, digits: string): Promise<string[]> {
  const letters = await lettersCalled(db, digits, newest)
  if (!letters.length) return []
  const rows = await db
    .selectFrom('letter')
    .select('account_id')
    .distinct()
    .where('id', 'in', letters)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** An account with its newest letters, as figures (design.md#figures-only). */
export async function customerOf(
  deps: ConsoleDeps,
  id: string,
  operator: Pick<ActingOperator, 'isSupervisor'>,
): Promise<Customer | undefined> {
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'email_verified_at', 'created_at', 'disabled_at'])
    .select(isLostClaim.as('is_lost'))
    .select((eb) =>
      eb
        .selectFrom('letter')
        .whereRef('letter.account_id', '=', 'account.id')
        .select((of) => of.fn.countAll<string>().as('letters'))
        .as('letters'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) return undefined
  const letters = await deps.db
    .selectFrom('letter')
    .select('id')
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  const isProven = account.email_verified_at !== null
  const isDisabled = account.disabled_at !== null
  const allowed = {
    verify: !isProven && account.email !== '' && !account.is_lost,
    disable: operator.isSupervisor && !isDisabled,
    enable: operator.isSupervisor && isDisabled,
  }
  return {
    id,
    address: maskedAddress(account.email),
    isProven,
    since: account.created_at.toISOString(),
    disabledAt: account.disabled_at?.toISOString() ?? null,
    can: customerActions.filter((action) => allowed[action]),
    lettersInAll: Number(account.letters),
    letters: await cardsOf(
      deps,
      letters.map((letter) => letter.id),
      operator,
    ),
  }
}

/** `a…@example.org`: enough to ask whoever is on the telephone for the rest. Empty: erased. */
const maskedAddress = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')
