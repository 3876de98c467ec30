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
import { requireAnswer } from './captcha-routes.ts'
import { proveMailbox, takeMail } from './claims.ts'
import { hashOfToken, type KnownVisitor, openSession } from './sessions.ts'
import { queueMail } from '../mail/outbox.ts'

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'eraseContents'>

/**
 * Signs in with a code typed in the browser that requested it. It proves the address for the verified account, else for
 * a claim known to this browser, else for a new account (design/accounts.md#sign-in-code).
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
 * Mails a code that is valid only in the browser that requested it. With or without an account the answer and its time
 * are the same; a missing account is created at sign-in. @throws ProviderSilent, Failure 429
 */
export async function requestCode(
  deps: AccountsDeps,
  given: { email: string; captchaAnswer: string },
  visitor: KnownVisitor,
): Promise<'sent' | { refused: 'captcha-refused' }> {
  const { db, clock, random, captcha } = deps
  const { device, secret, browser } = visitor
  const email = canonicalEmail(given.email)
  if (!(await requireAnswer(captcha.verify(given.captchaAnswer)))) return { refused: 'captcha-refused' }
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

/** An address and the browser that requested a code. */
type Asker = { email: string; device: Buffer }
type CodeRefusal = 'code-wrong' | 'code-expired'

const triesAllowed = 5

/** Replaces this browser's previous code. */
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

/** Deletes a right code; counts a wrong try. Requires `lockMailbox`. */
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

/** Six digits. From 48 random bits, so codes are equally likely up to one in 280 million. */
const newCode = (random: Random): string =>
  String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Hashed with the browser's secret, which is not stored: six digits alone could be guessed from their hash. */
const hashOfCode = (typed: string, secret: string): Buffer => hashOfToken(`${readCode(typed)} ${secret}`)
