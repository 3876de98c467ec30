import { codeLoginBody, requestCodeBody, session } from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { callerOf } from '../http/caller.ts'
import type { AccountLimits } from './account-limits.ts'
import { requestCode } from './codes/request-code.ts'
import type { AccountsDeps } from './deps.ts'
import { refusal } from './refusals.ts'
import { signInWithCode } from './sign-in/sign-in-with-code.ts'
import { visitorOf } from './visitor.ts'

const tags = ['cuentas']

/** Six digits by e-mail, typed in the browser that asked (design.md#sign-in-code). */
export function codeRoutes(app: App, deps: AccountsDeps & { limits: AccountLimits }): void {
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
