import { sandboxCredential, sandboxCredentialBody } from '@lacre/letter/accounts/calls.ts'
import { z } from 'zod'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { callerOf } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { Altcha } from '../outside/captcha.ts'
import type { MintCredential } from '../sandbox/google.ts'
import type { Limits } from '../http/limits.ts'

/** The widget checks the rest. */
const challenge = z.object({ parameters: z.looseObject({}), signature: z.string().optional() })

/** A challenge for the widget; only with our own captcha. */
export function challengeRoute(app: App, { altcha, limits }: { altcha: Altcha; limits: Limits }): void {
  const schema = {
    response: { 200: challenge },
    operationId: 'requestChallenge',
    summary: 'Un reto para el captcha',
    tags: ['cuentas'],
  }
  app.get('/captcha/challenge', { schema }, async ({ ip }) => {
    await limits.challenges.take(callerOf(ip))
    const { parameters, signature } = await altcha.challenge()
    return { parameters: { ...parameters }, signature }
  })
}

const useAnother =
  'En el modo de pruebas, use una dirección que termine en @ejemplo.test, por ejemplo ana@ejemplo.test.'

/** Sandbox only: signs in as any of the reserved addresses. */
export function sandboxCredentialRoute(
  app: App,
  { mint, limits }: { mint: MintCredential; limits: Limits },
): void {
  const summary = 'Una identidad de pruebas (solo en modo de pruebas)'
  const schema = {
    body: sandboxCredentialBody,
    response: { 200: sandboxCredential },
    operationId: 'mintCredential',
    summary,
    tags: ['pruebas'],
  }
  app.post('/sandbox/social/credential', { schema }, async ({ body, ip }) => {
    await limits.socialLogins.take(callerOf(ip))
    const credential = await mint(body.email, body.nonce)
    if (!credential) throw new Failure(400, useAnother, 'email-not-reserved')
    return { credential }
  })
}

/** The captcha or sign-in provider did not answer: refused with 503, a retry may help. */
class ProviderSilent extends Error {
  statusCode = 503
}

/** @throws ProviderSilent when it fails */
export const requireAnswer = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((cause: unknown) => {
    throw new ProviderSilent('no answer', { cause })
  })

/** Marks an answer as used, for all nodes. False: it was used before. */
export async function spendAnswer(db: Db, nonce: string, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('captcha_used')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}
