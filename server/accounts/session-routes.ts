import {
  changePasswordBody,
  loginBody,
  registerBody,
  session,
  socialLoginBody,
} from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, bearerOf } from '../http/bearer.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { callerOf } from '../http/caller.ts'
import { changePassword } from './sign-in/change-password.ts'
import { logIn } from './sign-in/log-in.ts'
import { logOut } from './sign-in/log-out.ts'
import { refusal } from './refusals.ts'
import { register } from './sign-in/register.ts'
import { requireAccount } from './sign-in/require-account.ts'
import { hashOfToken } from './token.ts'
import { visitorOf } from './visitor.ts'
import { signInSocially } from './sign-in/sign-in-socially.ts'

const tags = ['cuentas']
const entered = { 200: session }

/** Ways in, and the way out. Every answer holds a secret, so nothing between us and the browser may keep it. */
export function sessionRoutes(app: App, deps: AccountsDeps & { limits: AccountLimits }): void {
  const { limits } = deps
  const registering = {
    body: registerBody,
    response: entered,
    operationId: 'register',
    summary: 'Crea una cuenta',
    tags,
  }
  app.post('/auth/register', { schema: registering }, async (request) => {
    const { body, ip } = request
    await limits.registrations.take(callerOf(ip))
    const entry = await register(deps, { ...body, captchaAnswer: body.recaptcha_token }, visitorOf(request))
    if ('refused' in entry) throw refusal(entry.refused)
    return {
      access_token: entry.token,
      message: 'Cuenta creada. Le hemos enviado un enlace para verificarla.',
    }
  })

  const loggingIn = {
    body: loginBody,
    response: entered,
    operationId: 'logIn',
    summary: 'Inicia sesión',
    tags,
  }
  app.post('/auth/login', { schema: loggingIn }, async (request) => {
    const { body } = request
    const entry = await logIn(deps, { ...body, captchaAnswer: body.recaptcha_token }, visitorOf(request))
    if ('refused' in entry) throw refusal(entry.refused)
    return {
      access_token: entry.token,
      message: 'Sesión iniciada.',
      ...(entry.isLost && { only_paid_letters: true as const }),
    }
  })

  const joining = {
    body: socialLoginBody,
    response: entered,
    operationId: 'logInWithGoogle',
    summary: 'Inicia sesión con Google',
    tags,
  }
  if (deps.social)
    app.post('/auth/google/login', { schema: joining }, async (request) => {
      const { body, headers, ip } = request
      await limits.socialLogins.take(callerOf(ip))
      const entry = await signInSocially(
        deps,
        { credential: body.token, secret: String(headers['lacre-nonce'] ?? '') },
        visitorOf(request),
      )
      if ('refused' in entry) throw refusal(entry.refused)
      return { access_token: entry.token, message: 'Sesión iniciada.' }
    })

  const done = { 200: message }
  const changing = {
    body: changePasswordBody,
    response: done,
    operationId: 'changePassword',
    summary: 'Cambia la contraseña propia',
    tags,
    security: bearerSecurity,
  }
  app.post('/auth/change-password', { schema: changing }, async (request) => {
    const own = await requireAccount(deps, request)
    await limits.passwordChanges.take(own.accountId)
    const { current_password: current, password } = request.body
    const given = { session: hashOfToken(bearerOf(request)), current, password }
    const outcome = await changePassword(deps, own, given, visitorOf(request))
    if (outcome !== 'changed') throw refusal(outcome.refused)
    return { message: 'Contraseña cambiada. Hemos cerrado las demás sesiones.' }
  })

  const leaving = {
    response: done,
    operationId: 'logOut',
    summary: 'Cierra la sesión',
    tags,
    security: bearerSecurity,
  }
  app.post('/auth/logout', { schema: leaving }, async (request) => {
    await logOut(deps.db, bearerOf(request))
    return { message: 'Sesión cerrada.' }
  })
}
