import {
  account,
  type Account,
  changePasswordBody,
  loginBody,
  registerBody,
  session,
  sessionId,
  sessionList,
  socialLoginBody,
} from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { bearerOf, bearerSecurity, callerOf, notSignedIn } from '../http/bearer.ts'
import type { Altcha } from '../outside/captcha.ts'
import type { MintCredential } from '../sandbox/google.ts'
import { letterFigures, livingAccount, lockMailbox } from './accounts-table.ts'
import { challengeRoute, sandboxCredentialRoute } from './captcha-routes.ts'
import type { AccountsDeps } from './deps.ts'
import { signInSocially } from './google.ts'
import type { Limits } from '../http/limits.ts'
import { codeRoutes, mailboxRoutes } from './mailbox-routes.ts'
import { refusal } from './refusals.ts'
import {
  endOthers,
  endSession,
  hashOfToken,
  logOut,
  requireAccount,
  sessionsOf,
  visitorOf,
} from './sessions.ts'
import { changePassword, logIn, register } from './sign-in.ts'

type RoutesDeps = AccountsDeps & {
  mode: 'sandbox' | 'real'
  limits: Limits
  operatorOf: OperatorOf
  /** Undefined: the captcha is somebody else's. */
  altcha: Altcha | undefined
  /** Undefined: no sandbox sign-in. */
  mint: MintCredential | undefined
}

/** All calls of this module. */
export function accountRoutes(app: App, deps: RoutesDeps): void {
  const { altcha, mint, limits } = deps
  sessionRoutes(app, deps)
  mailboxRoutes(app, deps)
  codeRoutes(app, deps)
  accountRoute(app, deps)
  sessionsRoute(app, deps)
  if (altcha) challengeRoute(app, { altcha, limits })
  if (mint) sandboxCredentialRoute(app, { mode: deps.mode, mint, limits })
}

/** Whether the operators module knows this account, and by which name. */
export type OperatorOf = (accountId: string) => Promise<Account['operator']>

/** The profile shows the account's own data, not a sample (design.md#profile-data). */
function accountRoute(app: App, deps: Pick<AccountsDeps, 'db' | 'clock'> & { operatorOf: OperatorOf }): void {
  const { db, operatorOf } = deps
  const schema = {
    response: { 200: account },
    operationId: 'readAccount',
    summary: 'La cuenta propia',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  app.get('/account', { schema }, async (request) => {
    const { accountId: id, email, emailVerified } = await requireAccount(deps, request)
    const [joined, { lettersWritten, lastLetterAt }, operator] = await Promise.all([
      livingAccount(db, id).select(['created_at', 'password_hash']).executeTakeFirstOrThrow(notSignedIn),
      letterFigures(db, id),
      operatorOf(id),
    ])
    return {
      id,
      email,
      emailVerified,
      displayName: email.slice(0, email.lastIndexOf('@')),
      joinedAt: joined.created_at.toISOString(),
      lettersWritten,
      lastLetterAt: lastLetterAt?.toISOString() ?? null,
      hasPassword: joined.password_hash !== null,
      operator,
    }
  })
}

const tags = ['cuentas']
const entered = { 200: session }

/** Ways in, and the way out. Every answer holds a secret, so nothing between us and the browser may keep it. */
function sessionRoutes(app: App, deps: AccountsDeps & { limits: Limits }): void {
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

const security = bearerSecurity

/** Where one is signed in, and the end of it (design.md#sessions). */
function sessionsRoute(app: App, deps: Pick<AccountsDeps, 'db' | 'clock'>): void {
  const { db, clock } = deps
  const path = '/account/sessions'
  const listing = {
    response: { 200: sessionList },
    operationId: 'listSessions',
    summary: 'Las sesiones abiertas',
    tags,
    security,
  }
  app.get(path, { schema: listing }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return { sessions: await sessionsOf(db, accountId, hashOfToken(bearerOf(request)), clock.now()) }
  })

  const response = { 200: message }
  const ending = {
    params: sessionId,
    response,
    operationId: 'endSession',
    summary: 'Cierra una sesión',
    tags,
    security,
  }
  app.delete(`${path}/:id`, { schema: ending }, async (request) => {
    const { accountId, email } = await requireAccount(deps, request)
    const { device } = visitorOf(request)
    await db.transaction().execute(async (tx) => {
      await lockMailbox(tx, email)
      await endSession(tx, accountId, request.params.id, device)
    })
    return { message: 'La sesión se ha cerrado.' }
  })

  const endingOthers = {
    response,
    operationId: 'endOtherSessions',
    summary: 'Cierra todas las demás sesiones',
    tags,
    security,
  }
  app.delete(path, { schema: endingOthers }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const current = hashOfToken(bearerOf(request))
    const { device } = visitorOf(request)
    await db.transaction().execute((tx) => endOthers(tx, accountId, current, device))
    return { message: 'Las demás sesiones se han cerrado.' }
  })
}
