import { sandboxCredential, sandboxCredentialBody } from '@lacre/letter/accounts/calls.ts'
import type { App } from '../../http/app.ts'
import { Failure } from '../../http/failure.ts'
import type { MintCredential } from '../../outside/social/sandbox-social.ts'
import type { AccountLimits } from '../account-limits.ts'
import { callerOf } from '../../http/caller.ts'

const useAnother =
  'En el modo de pruebas, use una dirección que termine en @ejemplo.test, por ejemplo ana@ejemplo.test.'

/** Lets anybody in as anybody of the names nobody owns. @throws outside the sandbox, at start */
export function sandboxCredentialRoute(
  app: App,
  { mode, mint, limits }: { mode: 'sandbox' | 'real'; mint: MintCredential; limits: AccountLimits },
): void {
  if (mode !== 'sandbox') throw new Error('outside the sandbox anybody could be anybody')

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
