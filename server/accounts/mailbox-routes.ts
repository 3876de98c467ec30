import {
  codeLoginBody,
  forgotPasswordBody,
  requestCodeBody,
  requestVerificationBody,
  resetPasswordBody,
  session,
  verifyEmailBody,
} from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { callerOf } from '../http/bearer.ts'
import { unlessRefused } from '../http/failure.ts'
import { takeMail } from './claims.ts'
import { requestCode, signInWithCode } from './codes.ts'
import type { AccountsDeps } from './deps.ts'
import { canonicalEmail } from './email.ts'
import type { Limits } from '../http/limits.ts'
import { requestLink } from './links.ts'
import { resetPassword, verifyEmail } from './mailbox.ts'
import { refusal } from './refusals.ts'
import { requireAccount, visitorOf } from './sessions.ts'

const tags = ['cuentas']
const answers = { 200: message }

/** What goes through somebody's mailbox. All by POST: a scanner that opens the links in a mail proves nothing. */
export function mailboxRoutes(app: App, deps: AccountsDeps & { limits: Limits }): void {
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

/** Six digits by e-mail, typed in the browser that asked (design.md#sign-in-code). */
export function codeRoutes(app: App, deps: AccountsDeps & { limits: Limits }): void {
  const { limits } = deps
  const asking = {
    body: requestCodeBody,
    response: { 200: message },
    operationId: 'requestCode',
    summary: 'Pide un código para iniciar sesión',
    tags,
  }
  app.post('/auth/request-code', { schema: asking }, async (request) => {
    const { body, ip } = request
    const visitor = visitorOf(request)
    if (!visitor.device) throw refusal('browser-without-secret')
    await limits.codeRequests.take(callerOf(ip))
    const given = { email: body.email, captchaAnswer: body.recaptcha_token, ip }
    const outcome = await requestCode(deps, given, visitor)
    if (outcome !== 'sent') throw refusal(outcome.refused)
    return { message: 'Le hemos enviado un código.' }
  })

  const entering = {
    body: codeLoginBody,
    response: { 200: session },
    operationId: 'logInWithCode',
    summary: 'Inicia sesión con el código, o crea la cuenta',
    tags,
  }
  app.post('/auth/code/login', { schema: entering }, async (request) => {
    const { body, ip } = request
    const visitor = visitorOf(request)
    if (!visitor.device) throw refusal('browser-without-secret')
    await limits.codeLogins.take(callerOf(ip))
    const entry = await signInWithCode(deps, body, visitor)
    if ('refused' in entry) throw refusal(entry.refused)
    return { access_token: entry.token, message: 'Sesión iniciada.' }
  })
}
