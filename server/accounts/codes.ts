import { readCode } from '@lacre/letter/accounts/written.ts'
import { later } from '@lacre/letter/days.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import type { Tx } from '../database/tables.ts'
import type { Random } from '../outside/clock.ts'
import {
  claimKnownTo,
  lockMailbox,
  verifiedAccount,
  type AccountsDeps,
  canonicalEmail,
} from './accounts-table.ts'
import { answerOf } from './captcha-routes.ts'
import { proveMailbox, takeMail } from './claims.ts'
import { hashOfToken, type KnownVisitor, openSession } from './sessions.ts'
import { queueMail } from '../mail/outbox.ts'

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'eraseContents'>

/**
 * The code came through the mailbox and was typed in the browser that asked: it proves the address for the account that is
 * proven already, else for the claim made in this browser, else for a new account (design/accounts.md#sign-in-code).
 */
export async function signInWithCode(
  deps: Deps,
  given: { email: string; code: string },
  visitor: KnownVisitor,
): Promise<{ token: string } | { refused: CodeRefusal | 'account-disabled' }> {
  const email = canonicalEmail(given.email)
  const { device, secret, browser } = visitor
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const now = deps.clock.now()
    const outcome = await useCode(tx, { email, device }, hashOfCode(given.code, secret), now)
    if (outcome !== 'right') return { refused: outcome }
    const account = (await verifiedAccount(tx, email)) ?? (await claimKnownTo(tx, email, device))
    const id = await proveMailbox(deps, tx, 'code', { id: account?.id, email, browser })
    return openSession(deps, tx, { id, now, byMailbox: true }, visitor)
  })
}

/**
 * A code for whoever reads the mailbox, good in the browser that asked only. It is sent whether or not there is an
 * account, in the same time: it makes one. @throws ProviderSilent, Failure 429
 */
export async function requestCode(
  deps: AccountsDeps,
  given: { email: string; captchaAnswer: string },
  visitor: KnownVisitor,
): Promise<'sent' | { refused: 'captcha-refused' }> {
  const { db, clock, random, captcha } = deps
  const { device, secret, browser } = visitor
  const email = canonicalEmail(given.email)
  if (!(await answerOf(captcha.verify(given.captchaAnswer)))) return { refused: 'captcha-refused' }
  await takeMail(deps, email, visitor)

  const code = newCode(random)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const kept = { code_hash: hashOfCode(code, secret), expires_at: later(now, validFor.signInCode) }
    await putCode(tx, { email, device }, kept)
    const data = { code, browser, askedAt: now.toISOString() }
    await queueMail(deps, tx, { kind: 'sign-in-code', key: random.uuid(), to: email, data })
  })
  return 'sent'
}

/** An address and the browser that asked for it. */
type Asker = { email: string; device: Buffer }
type CodeRefusal = 'code-wrong' | 'code-expired'

const triesAllowed = 5

/** The one before it, of this browser, is void. */
async function putCode(
  tx: Tx,
  { email, device }: Asker,
  code: { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx
    .insertInto('sign_in_code')
    .values({ email, device_hash: device, wrong_tries: 0, ...code })
    .onConflict((conflict) =>
      conflict.columns(['email', 'device_hash']).doUpdateSet({ wrong_tries: 0, ...code }),
    )
    .execute()
}

/** Uses the code up when it is right, and counts the try when it is not. Under `lockMailbox`. */
async function useCode(tx: Tx, asker: Asker, hash: Buffer, now: Date): Promise<'right' | CodeRefusal> {
  const ofAsker = { email: asker.email, device_hash: asker.device }
  const code = await tx
    .selectFrom('sign_in_code')
    .select(['code_hash', 'wrong_tries', 'expires_at'])
    .where((eb) => eb.and(ofAsker))
    .executeTakeFirst()
  if (!code) return 'code-expired'
  const isRight = code.code_hash.equals(hash)
  const isOver = code.expires_at <= now || code.wrong_tries + 1 >= triesAllowed
  if (isRight || isOver) {
    await tx
      .deleteFrom('sign_in_code')
      .where((eb) => eb.and(ofAsker))
      .execute()
    return isRight && code.expires_at > now ? 'right' : 'code-expired'
  }
  await tx
    .updateTable('sign_in_code')
    .set({ wrong_tries: code.wrong_tries + 1 })
    .where((eb) => eb.and(ofAsker))
    .execute()
  return 'code-wrong'
}

/** Six digits. Of 48 random bits no code is likelier than another by more than one in 280 million. */
const newCode = (random: Random): string =>
  String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** With the browser's secret, which no database holds: six digits alone are guessed from their hash. */
const hashOfCode = (typed: string, secret: string): Buffer => hashOfToken(`${readCode(typed)} ${secret}`)
