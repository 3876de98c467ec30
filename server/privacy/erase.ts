import { deleteAccountBody } from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import { days, earlier, minutes } from '@lacre/letter/days.ts'
import { unprovenKeptFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { isLostClaim, keepsPaidLetters, wasPaid } from '../database/queries.ts'
import { tryEach } from '../database/transactions.ts'
import { readBearer, ownCall, type SignedIn } from '../http/bearer.ts'
import type { PaymentsDeps } from '../payments/seen-intent.ts'
import type { World } from '../world.ts'
import { eraseLetters, type StillNeeded } from '../letters/forget.ts'
import type { Db, Tx } from '../database/tables.ts'
import { eraseContents } from '../orders/drafts.ts'
import { closeUnpaid } from '../orders/cancel.ts'
import {
  forgetAccounts,
  forgetCodes,
  lockMailbox,
  findOwnPassword,
  verifiedAccount,
} from '../accounts/accounts-table.ts'
import { forgetRecipient } from '../mail/outbox.ts'
import { forgetOperator } from '../print-room/operators.ts'
import { endAccess } from '../accounts/claims.ts'
import { tryPassword, type TryDeps } from '../accounts/sign-in.ts'
import { hashOfToken, requireAccount, type Visitor, visitorOf } from '../accounts/sessions.ts'
import { sweepExpired } from '../accounts/links.ts'
import { failures } from '../http/failure.ts'
import type { App } from '../http/app.ts'

type ErasingDeps = PaymentsDeps & Pick<World, 'cipher'>
export type EraseRefusal = 'payment-unknown' | StillNeeded

/**
 * Erases an account, except what the law requires: days and amounts, under an account with an empty address. Destroys
 * the letters' keys, sessions, links and addresses. Refused while a paid letter is still to be printed: its sender must
 * cancel it or wait until it is posted.
 */
export async function eraseAccount(
  deps: ErasingDeps,
  account: { accountId: string; email: string },
): Promise<'erased' | EraseRefusal> {
  // Cancel the intents before the transaction, so that no erased letter can be paid.
  const { db } = deps
  const { accountId, email } = account
  for (const { id } of await erasedWith(db, account).execute()) {
    const closed = await closeUnpaid(deps, { accountId: id })
    if (closed !== 'closed') return closed
  }

  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    // Every write into these accounts takes the same lock (bearer.ts), so nothing is added after this read.
    const ids = (await erasedWith(tx, account).forUpdate().execute()).map(({ id }) => id)
    const letters = await eraseLetters(tx, ids)
    if (letters !== 'erased') return letters

    await eraseContents(tx, ids)
    const owner = await verifiedAccount(tx, email)
    const isProven = owner?.id === accountId
    const only = isProven ? undefined : await sharedMail(tx, account)
    await forgetRecipient(tx, { email, only })
    const writeDown = await forgetOperator(deps, tx, accountId)
    await endAccess(tx, ids)
    await forgetAccounts(tx, ids)
    // A code could belong to another claim of the address; only the proven account may delete it.
    if (isProven) await forgetCodes(tx, email)
    await writeDown()
    return 'erased'
  })
}

/** The account, and lost claims on its address that nothing opens, since they name its owner too. */
const erasedWith = (db: Db | Tx, { accountId, email }: { accountId: string; email: string }) =>
  db
    .selectFrom('account')
    .select('id')
    .where((is) =>
      is.or([
        is('id', '=', accountId),
        is('email', '=', email).and(isLostClaim).and(is.not(keepsPaidLetters)),
      ]),
    )
    .orderBy('id')

/** Keys of the claim's own mails when other claims share the mailbox; undefined: none does. */
async function sharedMail(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<string[] | undefined> {
  const rivals = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', accountId)
    .where((is) => is.or([is('password_hash', 'is not', null), is('email_verified_at', 'is not', null)]))
    .execute()
  const codes = await tx.selectFrom('sign_in_code').select('email').where('email', '=', email).execute()
  if (!rivals.length && !codes.length) return undefined

  const letters = await tx.selectFrom('letter').select('id').where('account_id', '=', accountId).execute()
  const links = await tx
    .selectFrom('email_link')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .execute()
  return [...letters.map(({ id }) => id), ...links.map(({ token_hash }) => token_hash.toString('hex'))]
}

const signedInRecently = minutes(15)

type ProofRefusal = 'password-wrong' | 'sign-in-too-old'

/**
 * A session alone must not delete an account, since it may have been left open. Requires the password or, without one,
 * a recent sign-in. @throws Failure 429, 503; 401 when it is erased
 */
async function proveOwner(
  deps: TryDeps,
  { accountId, email, token, password }: SignedIn & { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<'proven' | ProofRefusal> {
  const { db, clock } = deps
  const account = await findOwnPassword(db, accountId, visitor.device)
  if (account.password_hash) {
    const given = { email, password: password ?? '' }
    return (await tryPassword(deps, given, [account], visitor)) ? 'proven' : 'password-wrong'
  }

  const session = await db
    .selectFrom('login_session')
    .select('created_at')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const isRecent = session && clock.now().getTime() - session.created_at.getTime() <= signedInRecently
  return isRecent ? 'proven' : 'sign-in-too-old'
}

const portion = 200

/** Deletes expired sessions, links and codes, and claims without a payment. Answers how many. */
export async function sweepAccounts(deps: ErasingDeps): Promise<number> {
  const now = deps.clock.now()
  return (await sweepExpired(deps.db, now)) + (await eraseUnproven(deps, now))
}

/** Erases claims without a payment: lost ones after a day, others after thirty days without use. */
async function eraseUnproven(deps: ErasingDeps, now: Date): Promise<number> {
  const { db } = deps
  const unproven = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('email_verified_at', 'is', null)
    .where('email', '!=', '')
    .where((is) =>
      is.or([
        is('password_hash', 'is', null).and('created_at', '<=', earlier(now, days(1))),
        is('created_at', '<=', earlier(now, unprovenKeptFor)).and(
          is.not(is.exists(is.selectFrom('login_session').whereRef('account_id', '=', 'account.id'))),
        ),
      ]),
    )
    .where((is) =>
      is.not(is.exists(is.selectFrom('letter').whereRef('account_id', '=', 'account.id').where(wasPaid))),
    )
    .limit(portion)
    .execute()
  let erased = 0
  const emails = new Map(unproven.map(({ id, email }) => [id, email]))
  await tryEach([...emails.keys()], async (accountId) => {
    const email = emails.get(accountId) ?? ''
    if ((await eraseAccount(deps, { accountId, email })) === 'erased') erased++
  })
  return erased
}

const refusal = failures<ProofRefusal | EraseRefusal>({
  'password-wrong': [403, 'La contraseña no es correcta. No hemos borrado nada.'],
  'sign-in-too-old': [
    403,
    `Por seguridad, cierre la sesión, vuelva a entrar y borre la cuenta antes de que pasen ${durationWords(signedInRecently)}.`,
  ],
  'payment-unknown': [
    503,
    'No hemos podido comprobar el pago de una de sus cartas, así que todavía no borramos nada. Inténtelo de nuevo en unos minutos.',
  ],
  unpaid: [409, 'Acaba de preparar una carta. Espere un momento y vuelva a intentarlo.'],
  paid: [
    409,
    'Tiene alguna carta pagada que todavía no se ha impreso. Cancélela en «Mis cartas» y le devolveremos el dinero, o espere a que esté en camino.',
  ],
  'in-print': [
    409,
    'Tiene alguna carta en la imprenta. Podrá borrar su cuenta en cuanto esté en camino; le avisaremos por correo electrónico.',
  ],
  'in-doubt': [
    409,
    'Estamos revisando una de sus cartas y le escribiremos. Podrá borrar su cuenta cuando esté resuelto.',
  ],
})

/** DELETE /account: by its owner, at once (design/privacy.md#letters-are-forgotten). */
export function eraseRoute(app: App, deps: ErasingDeps & Pick<World, 'passwords' | 'captcha'>): void {
  const { limits } = deps
  const schema = {
    ...ownCall('cuentas')('deleteAccount', 'Borra la cuenta propia y el contenido de sus cartas'),
    body: deleteAccountBody,
    response: { 200: message },
  }
  app.delete('/account', { schema }, async (request) => {
    const account = await requireAccount(deps, request)
    await limits.erasures.take(account.accountId)
    const { password } = request.body
    const given = { ...account, token: readBearer(request), password }
    const proof = await proveOwner(deps, given, visitorOf(request))
    if (proof !== 'proven') throw refusal(proof)
    const outcome = await eraseAccount(deps, account)
    if (outcome !== 'erased') throw refusal(outcome)
    return { message: 'Su cuenta se ha borrado.' }
  })
}
