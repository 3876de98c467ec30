import {
  account,
  type Account,
  changePasswordBody,
  codeLoginBody,
  forgotPasswordBody,
  loginBody,
  registerBody,
  requestCodeBody,
  requestVerificationBody,
  resetPasswordBody,
  session,
  sessionId,
  sessionList,
  socialLoginBody,
  verifyEmailBody,
} from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { readBearer, callerOf, notSignedIn, ownCall } from '../http/bearer.ts'
import { failures, unlessRefused } from '../http/failure.ts'
import type { Altcha } from '../outside/captcha.ts'
import type { MintCredential } from '../sandbox/google.ts'
import {
  letterFigures,
  livingAccount,
  lockMailbox,
  type AccountsDeps,
  canonicalEmail,
} from './accounts-table.ts'
import { challengeRoute, sandboxCredentialRoute } from './captcha-routes.ts'
import { takeMail } from './claims.ts'
import { requestCode, signInWithCode } from './codes.ts'
import { signInSocially, changePassword, logIn, register } from './sign-in.ts'
import { requestLink } from './links.ts'
import { resetPassword, verifyEmail } from './mailbox.ts'
import {
  endOtherSessions,
  endSession,
  hashOfToken,
  logOut,
  requireAccount,
  findSessions,
  visitorOf,
} from './sessions.ts'
import { passwordTooShort } from '@lacre/letter/words.ts'

type RoutesDeps = AccountsDeps & {
  findOperator: OperatorOf
  /** Undefined with an outside captcha. */
  altcha: Altcha | undefined
  /** Undefined outside the sandbox. */
  mint: MintCredential | undefined
}

export function accountRoutes(app: App, deps: RoutesDeps): void {
  const { altcha, mint, limits } = deps
  sessionRoutes(app, deps)
  mailboxRoutes(app, deps)
  codeRoutes(app, deps)
  accountRoute(app, deps)
  sessionsRoute(app, deps)
  if (altcha) challengeRoute(app, { altcha, limits })
  if (mint) sandboxCredentialRoute(app, { mint, limits })
}

const call = (operationId: string, summary: string) => ({ operationId, summary, tags: ['cuentas'] })
const own = ownCall('cuentas')
const entered = { 200: session }
const done = { 200: message }

/** The operator's name and rank, if the account has them; null else. */
type OperatorOf = (accountId: string) => Promise<Account['operator']>

/** The profile shows the account's own data, not a sample (design/accounts.md#profile-data). */
function accountRoute(
  app: App,
  deps: Pick<AccountsDeps, 'db' | 'clock'> & { findOperator: OperatorOf },
): void {
  const { db, findOperator } = deps
  const schema = { ...own('readAccount', 'La cuenta propia'), response: { 200: account } }
  app.get('/account', { schema }, async (request) => {
    const { accountId: id, email, emailVerified } = await requireAccount(deps, request)
    const [joined, { lettersWritten, lastLetterAt }, operator] = await Promise.all([
      livingAccount(db, id).select(['created_at', 'password_hash']).executeTakeFirstOrThrow(notSignedIn),
      letterFigures(db, id),
      findOperator(id),
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

/** Sign-in and sign-out. Every answer holds a secret, so it must not be cached. */
function sessionRoutes(app: App, deps: AccountsDeps): void {
  const { limits } = deps
  const registering = { ...call('register', 'Crea una cuenta'), body: registerBody, response: entered }
  app.post('/auth/register', { schema: registering }, async (request) => {
    const { body, ip } = request
    await limits.registrations.take(callerOf(ip))
    const entry = await register(deps, { ...body, captchaAnswer: body.recaptcha_token }, visitorOf(request))
    return answerWithSession(entry, 'Cuenta creada. Le hemos enviado un enlace para verificarla.')
  })

  const loggingIn = { ...call('logIn', 'Inicia sesión'), body: loginBody, response: entered }
  app.post('/auth/login', { schema: loggingIn }, async (request) => {
    const { body } = request
    const entry = await logIn(deps, { ...body, captchaAnswer: body.recaptcha_token }, visitorOf(request))
    return answerWithSession(entry)
  })

  const joining = {
    ...call('logInWithGoogle', 'Inicia sesión con Google'),
    body: socialLoginBody,
    response: entered,
  }
  if (deps.social)
    app.post('/auth/google/login', { schema: joining }, async (request) => {
      const { body, headers, ip } = request
      await limits.socialLogins.take(callerOf(ip))
      const given = { credential: body.token, secret: String(headers['lacre-nonce'] ?? '') }
      const entry = await signInSocially(deps, given, visitorOf(request))
      return answerWithSession(entry)
    })

  const changing = {
    ...own('changePassword', 'Cambia la contraseña propia'),
    body: changePasswordBody,
    response: done,
  }
  app.post('/auth/change-password', { schema: changing }, async (request) => {
    const account = await requireAccount(deps, request)
    await limits.passwordChanges.take(account.accountId)
    const { current_password: current, password } = request.body
    const given = { session: hashOfToken(readBearer(request)), current, password }
    const outcome = await changePassword(deps, account, given, visitorOf(request))
    if (outcome !== 'changed') throw refusal(outcome.refused)
    return { message: 'Contraseña cambiada. Hemos cerrado las demás sesiones.' }
  })

  const leaving = { ...own('logOut', 'Cierra la sesión'), response: done }
  app.post('/auth/logout', { schema: leaving }, async (request) => {
    await logOut(deps.db, readBearer(request))
    return { message: 'Sesión cerrada.' }
  })
}

/** Calls that go through the mailbox. All by POST: a scanner that opens a mail's links proves nothing. */
function mailboxRoutes(app: App, deps: AccountsDeps): void {
  const { limits } = deps
  const verifying = {
    ...call('verifyEmail', 'Verifica un correo electrónico'),
    body: verifyEmailBody,
    response: done,
  }
  app.post('/auth/verify-email', { schema: verifying }, async (request) => {
    await limits.links.take(callerOf(request.ip))
    const outcome = await verifyEmail(deps, request.body, visitorOf(request))
    if (outcome === 'verified') return { message: 'Email verified' }
    if (outcome === 'already-verified') return { message: 'Email already verified' }
    throw refusal(outcome)
  })

  const asking = {
    ...call('requestVerification', 'Pide otro enlace de verificación'),
    body: requestVerificationBody,
    response: done,
  }
  app.post('/auth/request-verification', { schema: asking }, async (request) => {
    const { email } = request.body
    const visitor = visitorOf(request)
    await limits.verificationRequests.take(callerOf(request.ip))
    await takeMail(deps, canonicalEmail(email), visitor)
    // An expired session must not prevent the request.
    const account =
      request.headers.authorization && (await requireAccount(deps, request).catch(unlessRefused))
    await requestLink(deps, 'verify-email', email, visitor, account || undefined)
    return { message: 'If your email is registered, you will receive a new verification link shortly.' }
  })

  const forgetting = {
    ...call('requestPasswordReset', 'Pide un enlace para otra contraseña'),
    body: forgotPasswordBody,
    response: done,
  }
  app.post('/auth/forgot-password', { schema: forgetting }, async (request) => {
    const { email } = request.body
    const visitor = visitorOf(request)
    await limits.resetRequests.take(callerOf(request.ip))
    await takeMail(deps, canonicalEmail(email), visitor)
    await requestLink(deps, 'reset-password', email, visitor)
    return {
      message: 'Si hay una cuenta con ese correo, recibirá en breve un enlace para elegir otra contraseña.',
    }
  })

  const changing = {
    ...call('resetPassword', 'Elige otra contraseña'),
    body: resetPasswordBody,
    response: done,
  }
  app.post('/auth/reset-password', { schema: changing }, async (request) => {
    await limits.links.take(callerOf(request.ip))
    const outcome = await resetPassword(deps, request.body, visitorOf(request))
    if (outcome !== 'changed') throw refusal(outcome.refused)
    return { message: 'Contraseña cambiada. Inicie sesión con la nueva.' }
  })
}

/** Six digits by e-mail, typed in the browser that requested them (design/accounts.md#sign-in-code). */
function codeRoutes(app: App, deps: AccountsDeps): void {
  const { limits } = deps
  const asking = {
    ...call('requestCode', 'Pide un código para iniciar sesión'),
    body: requestCodeBody,
    response: done,
  }
  app.post('/auth/request-code', { schema: asking }, async (request) => {
    const { body, ip } = request
    const visitor = visitorOf(request)
    if (!visitor.device) throw refusal('browser-without-secret')
    await limits.codeRequests.take(callerOf(ip))
    const given = { email: body.email, captchaAnswer: body.recaptcha_token }
    const outcome = await requestCode(deps, given, visitor)
    if (outcome !== 'sent') throw refusal(outcome.refused)
    return { message: 'Le hemos enviado un código.' }
  })

  const entering = {
    ...call('logInWithCode', 'Inicia sesión con el código, o crea la cuenta'),
    body: codeLoginBody,
    response: entered,
  }
  app.post('/auth/code/login', { schema: entering }, async (request) => {
    const { body, ip } = request
    const visitor = visitorOf(request)
    if (!visitor.device) throw refusal('browser-without-secret')
    await limits.codeLogins.take(callerOf(ip))
    const entry = await signInWithCode(deps, body, visitor)
    return answerWithSession(entry)
  })
}

/** Lists and ends sessions (design/accounts.md#sessions). */
function sessionsRoute(app: App, deps: Pick<AccountsDeps, 'db' | 'clock'>): void {
  const { db, clock } = deps
  const path = '/account/sessions'
  const listing = { ...own('listSessions', 'Las sesiones abiertas'), response: { 200: sessionList } }
  app.get(path, { schema: listing }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return { sessions: await findSessions(db, accountId, hashOfToken(readBearer(request)), clock.now()) }
  })

  const ending = { ...own('endSession', 'Cierra una sesión'), params: sessionId, response: done }
  app.delete(`${path}/:id`, { schema: ending }, async (request) => {
    const { accountId, email } = await requireAccount(deps, request)
    const { device } = visitorOf(request)
    await db.transaction().execute(async (tx) => {
      await lockMailbox(tx, email)
      await endSession(tx, accountId, request.params.id, device)
    })
    return { message: 'La sesión se ha cerrado.' }
  })

  const endingOthers = { ...own('endOtherSessions', 'Cierra todas las demás sesiones'), response: done }
  app.delete(path, { schema: endingOthers }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const current = hashOfToken(readBearer(request))
    const { device } = visitorOf(request)
    await db.transaction().execute((tx) => endOtherSessions(tx, accountId, current, device))
    return { message: 'Las demás sesiones se han cerrado.' }
  })
}

type Entry = { token: string; isLost?: boolean } | { refused: Parameters<typeof refusal>[0] }

function answerWithSession(entry: Entry, message = 'Sesión iniciada.') {
  if ('refused' in entry) throw refusal(entry.refused)
  return { access_token: entry.token, message, ...(entry.isLost && { only_paid_letters: true as const }) }
}

// /verify-email is in English (specification, section 2), and finds 'expired' and 'invalid' in these texts (section 4).
/** A wrong password and an unknown address get the same answer. */
const refusal = failures({
  'short-password': [400, passwordTooShort],
  'common-password': [400, 'Esa contraseña es demasiado fácil de adivinar. Elija otra.'],
  'captcha-refused': [400, 'La verificación del captcha no es válida. Inténtelo de nuevo.'],
  'email-taken': [400, 'Ya existe una cuenta con este correo electrónico.'],
  'wrong-password': [401, 'El correo electrónico o la contraseña no son correctos.'],
  'no-password': [401, 'Su cuenta no tiene contraseña. Entre con Google, si lo usa, o pida un código.'],
  'account-disabled': [
    403,
    'Esta cuenta está desactivada: escríbanos si quiere saber por qué, o pedir sus datos o que los borremos.',
  ],
  'code-wrong': [400, 'El código no es correcto. Mire el mensaje más reciente.'],
  'code-expired': [400, 'Ese código ya no sirve. Pida otro.'],
  'browser-without-secret': [
    400,
    'Su navegador no permite guardar la sesión. Active el almacenamiento de este sitio y vuelva a intentarlo.',
  ],
  'current-password-wrong': [403, 'La contraseña actual no es correcta.'],
  'no-password-yet': [
    409,
    'Su cuenta no tiene contraseña. Pida un enlace para elegir una: le llegará por correo.',
  ],
  'credential-refused': [401, 'No se ha podido comprobar su identidad. Vuelva a intentarlo.'],
  'password-needed': [
    409,
    'Ya existe una cuenta con este correo. Entre con un código o con su contraseña; después podrá entrar con Google.',
  ],
  'link-invalid': [400, 'Verification link is invalid'],
  'link-expired': [400, 'Verification link has expired'],
  'claim-unknown-here': [403, 'Enter the password you chose when you signed up.'],
  'claim-password-wrong': [403, 'That is not the password of this sign-up. Nothing has changed.'],
  'reset-link-invalid': [400, 'El enlace no es válido o ya se ha utilizado. Pida otro.'],
  'reset-link-expired': [400, 'El enlace ha caducado. Pida otro.'],
})
