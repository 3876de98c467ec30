import { madridDay } from '@lacre/letter/days.ts'
import { codesOfOrderNumber } from '@lacre/letter/order-number.ts'
import { idParams, noBody, noteBody } from '@lacre/letter/print-room/calls.ts'
import * as calls from '@lacre/letter/print-room/console-calls.ts'
import {
  type Customer,
  customerActions,
  type Figures,
  type FiguresOfDay,
} from '@lacre/letter/print-room/console-calls.ts'
import { sql } from 'kysely'
import { isLostClaim, findLettersByPrefix } from '../database/queries.ts'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call, refusal, type Refusal, type ConsoleDeps } from './call.ts'
import { findLetterCards } from './letter-cards.ts'
import { requireOperator } from './require-operator.ts'
import type { World } from '../world.ts'
import { findOperator } from './operators.ts'
import { sendVerification } from '../accounts/links.ts'
import { setDisabled } from '../accounts/sessions.ts'
import { recordAlone, recordAuditEntry, verifyAudit } from './audit-log.ts'
import { pseudonymOf } from '../database/cipher.ts'
import { canonicalEmail } from '../accounts/accounts-table.ts'
import { moneyModes } from '@lacre/letter/price/money.ts'

/** Customer support: find an account and act on it; and the figures. */
export function officeRoutes(app: App, deps: ConsoleDeps): void {
  // In the body: an e-mail address must not stand in a URL (design/privacy.md#letters-are-secret).
  const finding = {
    ...call('findCustomers', 'Busca un cliente'),
    body: calls.findCustomersBody,
    response: { 200: calls.foundCustomers },
  }
  app.post('/print-room/customers', { schema: finding }, async (request) => {
    const operator = await requireOperator(deps, request)
    return { customers: await findCustomers(deps, request.body.find, operator) }
  })

  const acting = { params: idParams, response: { 200: calls.customer } }
  for (const [name, operationId, summary] of [
    ['disable', 'disableCustomer', 'Desactiva una cuenta'],
    ['enable', 'enableCustomer', 'Vuelve a activar una cuenta'],
  ] as const)
    app.post(
      `/print-room/customers/:id/${name}`,
      { schema: { ...call(operationId, summary), ...acting, body: noteBody } },
      async (request) => {
        const operator = await requireOperator(deps, request, 'recent')
        const { id } = request.params
        const act = { note: request.body.note, operator, disable: name === 'disable' }
        return answer(id, operator, await setCustomerDisabled(deps, id, act))
      },
    )
  const verifying = {
    ...call('verifyCustomer', 'Envía otra vez el enlace de verificación'),
    ...acting,
    body: noBody,
  }
  app.post('/print-room/customers/:id/verify', { schema: verifying }, async (request) => {
    const operator = await requireOperator(deps, request)
    const { id } = request.params
    return answer(id, operator, await verifyCustomerAgain(deps, id, operator))
  })

  const counting = {
    ...call('readFigures', 'Las cifras de un día y de su mes'),
    querystring: calls.figuresQuery,
    response: { 200: calls.figuresOfDay },
  }
  app.get('/print-room/figures', { schema: counting }, async (request) => {
    await requireOperator(deps, request)
    return await readFigures(deps, request.query.day)
  })

  async function answer(id: string, operator: ActingOperator, outcome: 'changed' | Refusal) {
    if (outcome !== 'changed') throw refusal(outcome)
    const customer = await findCustomer(deps, id, operator)
    if (!customer) throw refusal('customer-unchanged')
    return customer
  }
}

type CustomerAction = { note: string; operator: ActingOperator }

/** Ends sign-in and sessions; paid letters are still posted (design/print-room.md#disabled-accounts). */
async function setCustomerDisabled(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  id: string,
  { note, operator, disable }: CustomerAction & { disable: boolean },
): Promise<'changed' | Refusal> {
  if (!operator.isSupervisor) return 'supervisor-only'
  return db.transaction().execute(async (tx) => {
    if (disable && (await findOperator(tx, id))) return 'customer-is-operator'
    const now = clock.now()
    if (!(await setDisabled(tx, id, disable ? now : null))) return 'customer-unchanged'
    const action = disable ? 'disable-account' : 'enable-account'
    await recordAuditEntry(tx, { by: operator.name, action, subject: pseudonymOf(cipher, id), note, now })
    return 'changed'
  })
}

/** Sends the verification link again. @throws Failure 429 */
async function verifyCustomerAgain(
  deps: ConsoleDeps,
  id: string,
  operator: ActingOperator,
): Promise<'changed' | Refusal> {
  if (!(await sendVerification(deps, id))) return 'nothing-to-verify'
  const subject = pseudonymOf(deps.cipher, id)
  await recordAlone(deps, { by: operator.name, action: 'send-verification', subject })
  return 'changed'
}

const newest = 20

/** Finds all claims of a full address, or the accounts of an order number. The search is recorded under a pseudonym. */
async function findCustomers(
  deps: ConsoleDeps,
  written: string,
  operator: ActingOperator,
): Promise<Customer[]> {
  const { db, cipher } = deps
  const digits = codesOfOrderNumber(written)
  const email = digits ? undefined : canonicalEmail(written)
  const ids = digits ? await findAccountsByOrder(db, digits) : await findAccountsByEmail(db, email ?? '')
  await recordAlone(deps, {
    by: operator.name,
    action: 'look-up-customer',
    subject: ids.map((id) => pseudonymOf(cipher, id)).join(', ') || pseudonymOf(cipher, email ?? written),
    note: [digits ? 'pedido' : 'correo', ...(ids.length ? [] : ['sin resultado'])].join(' · '),
  })
  const found = await Promise.all(ids.map((id) => findCustomer(deps, id, operator)))
  return found.flatMap((customer) => customer ?? [])
}

const findAccountsByEmail = async (db: Db, email: string): Promise<string[]> => {
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

async function findAccountsByOrder(db: Db, digits: string): Promise<string[]> {
  const letters = await findLettersByPrefix(db, digits, newest)
  if (!letters.length) return []
  const rows = await db
    .selectFrom('letter')
    .select('account_id')
    .distinct()
    .where('id', 'in', letters)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** An account with its newest letters, as figures (design/privacy.md#figures-only). */
async function findCustomer(
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
    letters: await findLetterCards(
      deps,
      letters.map((letter) => letter.id),
      operator,
    ),
  }
}

/** `a…@example.org`: enough to ask the caller for the rest. Empty: erased. */
const maskedAddress = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')

/**
 * Figures of a day in Madrid and of its month: letters' steps, and money in our books (design/print-room.md#figures).
 */
export async function readFigures(
  { db, clock, money }: Pick<World, 'db' | 'clock' | 'money'>,
  chosenDay?: string,
): Promise<FiguresOfDay> {
  const { isLive } = moneyModes[money]
  const day = chosenDay ?? madridDay(clock.now())
  const [ofDay, ofMonth] = await Promise.all([
    sumFigures(db, day, { unit: 'day', isLive }),
    sumFigures(db, day, { unit: 'month', isLive }),
  ])
  return { day, ofDay, ofMonth }
}

/**
 * A disputed sum counts on the day its payment was taken; a refund on its own day. A letter paid while it waited for an
 * operator counts as paid on the day it was first resumed; its money on the day it came.
 */
async function sumFigures(
  db: Db,
  day: string,
  { unit, isLive }: { unit: 'day' | 'month'; isLive: boolean },
): Promise<Figures> {
  const first = sql`date_trunc(${unit}, ${day}::date)`
  const from = sql`(${first}::timestamp at time zone 'Europe/Madrid')`
  const until = sql`((${first} + ${`1 ${unit}`}::interval)::timestamp at time zone 'Europe/Madrid')`
  // With live money, a payment counts once the provider confirmed it as live; other modes have one kind of money only.
  // A letter counts unless test cards paid for it.
  // counts unless test cards paid for it.
  const ofOurs = isLive ? sql`livemode is true` : sql`true`
  const ofTest = isLive ? sql`livemode is false` : sql`false`
  const { rows } = await sql<Omit<Figures, 'net'>>`
    select * from (
      select count(*) filter (where step = 'pay' or (step = 'resume' and not exists (
          select 1 from letter_step before where before.letter_id = letter_step.letter_id
            and before.seq < letter_step.seq and before.step in ('pay', 'resume'))))::int as paid,
        count(*) filter (where step = 'post')::int as posted,
        count(*) filter (where step = 'return')::int as returned,
        count(*) filter (where step = 'cancel' and from_state <> 'frozen')::int as cancelled
      from letter_step where at >= ${from} and at < ${until}
        and not exists (select 1 from payment_money where payment_money.letter_id = letter_step.letter_id and ${ofTest})) steps,
    (select coalesce(sum(received_cents), 0)::int as taken,
        coalesce(sum(received_cents - refunded_cents) filter (where dispute in ('open', 'lost')), 0)::int as disputed
      from payment_money where received_cents > 0 and ${ofOurs}
        and coalesce(paid_at, created_at) >= ${from} and coalesce(paid_at, created_at) < ${until}) payments,
    (select coalesce(sum(cents), 0)::int as "givenBack"
      from card_refund join payment_order on payment_order.id = order_id where ${ofOurs} and card_refund.state in ('pending', 'succeeded') and made_at >= ${from} and made_at < ${until}) refunds`.execute(
    db,
  )
  const found = rows[0]! // an aggregate always gives one row
  return { ...found, net: found.taken - found.givenBack - found.disputed }
}

const page = 50

/** Operators' actions, newest first. */
export function auditRoute(app: App, deps: Pick<World, 'db' | 'clock'>): void {
  const { db } = deps
  const schema = {
    ...call('listActs', 'Lo que se ha hecho en la sala de imprenta'),
    querystring: calls.actsQuery,
    response: { 200: calls.acts },
  }
  app.get('/print-room/acts', { schema }, async (request) => {
    await requireOperator(deps, request)
    const found = await db
      .selectFrom('audit_log')
      .select(['seq', 'at', 'operator', 'action', 'subject', 'note', 'hash'])
      .$if(request.query.before !== undefined, (query) => query.where('seq', '<', request.query.before ?? 0))
      .orderBy('seq', 'desc')
      .limit(page)
      .execute()
    const oldest = found.at(-1)?.seq ?? 1
    return {
      acts: found.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
      chain: await verifyAudit(db),
      next: oldest > 1 ? oldest : null,
    }
  })
}
