import {
  forgotPasswordBody,
  requestVerificationBody,
  resetPasswordBody,
  verifyEmailBody,
} from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { unlessRefused } from '../http/failure.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { callerOf } from '../http/caller.ts'
import { takeMail } from './claims/take-mail.ts'
import { canonicalEmail } from './email.ts'
import { requireAccount } from './sign-in/require-account.ts'
import { visitorOf } from './visitor.ts'
import { refusal } from './refusals.ts'
import { requestLink } from './links/request-link.ts'
import { resetPassword } from './links/reset-password.ts'
import { verifyEmail } from './links/verify-email.ts'

const tags = ['cuentas']
const answers = { 200: message }

/** What goes through somebody's mailbox. All by POST: a scanner that opens the links in a mail proves nothing. */
export function mailboxRoutes(app: App, deps: AccountsDeps & { limits: AccountLimits }): void {
  const { limits } = deps
  const verifying = {
    body: verifyEmailBody,
    response: answers,
    operationId: 'verifyEmail',
    summary: 'Verifica un correo electrónico',
    tags,
  }
  app.post('/auth/verify-email', { schema: verifying }, async (request) => {
    await limits.links.take(callerOf(request.ip))
    const outcome = await verifyEmail(deps, request.body, visitorOf(request))
    if (outcome === 'verified') return { message: 'Email verified' }
    if (outcome === 'already-verified') return { message: 'Email already verified' }
    throw refusal(outcome)
  })

  const asking = {
    body: requestVerificationBody,
    response: answers,
    operationId: 'requestVerification',
    summary: 'Pide otro enlace de verificación',
    tags,
  }
  app.post('/auth/request-verification', { schema: asking }, async (request) => {
    const { email } = request.body
    await limits.verificationRequests.take(callerOf(request.ip))
    await takeMail(deps, canonicalEmail(email), {
      device: visitorOf(request).device,
      caller: callerOf(request.ip),
    })
    // A session that has ended does not keep anybody from asking.
    const own = request.headers.authorization && (await requireAccount(deps, request).catch(unlessRefused))
    await requestLink(deps, 'verification-requested', email, visitorOf(request), own || undefined)
    return { message: 'If your email is registered, you will receive a new verification link shortly.' }
  })

  const forgetting = {
    body: forgotPasswordBody,
    response: answers,
    operationId: 'requestPasswordReset',
    summary: 'Pide un enlace para otra contraseña',
    tags,
  }
  app.post('/auth/forgot-password', { schema: forgetting }, async (request) => {
    const { body, ip } = request
    await limits.resetRequests.take(callerOf(ip))
    await takeMail(deps, canonicalEmail(body.email), {
      device: visitorOf(request).device,
      caller: callerOf(ip),
    })
    await requestLink(deps, 'reset-requested', body.email, visitorOf(request))
    return {
      message: 'Si hay una cuenta con ese correo, recibirá en breve un enlace para elegir otra contraseña.',
    }
  })

  const changing = {
    body: resetPasswordBody,
    response: answers,
    operationId: 'resetPassword',
    summary: 'Elige otra contraseña',
    tags,
  }
  app.post('/auth/reset-password', { schema: changing }, async (request) => {
    await limits.links.take(callerOf(request.ip))
    const outcome = await resetPassword(deps, request.body, visitorOf(request))
    if (outcome !== 'changed') throw refusal(outcome.refused)
    return { message: 'Contraseña cambiada. Inicie sesión con la nueva.' }
  })
}
