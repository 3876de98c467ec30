import type { AddressBook, BookEntry, KeepEntryBody } from '@lacre/letter/address/book-calls.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import type { Account, LoginBody, RegisterBody, Session } from '@lacre/letter/accounts/calls.ts'
import type {
  ClientSecret,
  Config,
  CreateLetterBody,
  CreatedLetter,
  LetterDetail,
  Message,
  Preview,
} from '@lacre/letter/calls.ts'
import type { KeptSignature } from '@lacre/letter/looks/calls.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { travelTime } from '@lacre/letter/content/limits.ts'
import { readServerDate } from './server-clock.ts'
import { device, signInAgain, token } from './session.ts'

/** Status 0: no network, or (code `slow`) no answer within the time limit. `detail` is the server's Spanish sentence. */
export type Refused = { ok: false; status: number; detail?: string; code?: string; retryAfterMs?: number }
export type Answer<T> = { ok: true; body: T } | Refused

const timeLimit = seconds(30)
/** For a call after the page is left: it never settles, so that no screen reports it. */
const neverSettles = new Promise<never>(() => {})
/** No Content-Length (compressed by a proxy): assume a letter with photos. */
const assumedBytes = 8 * 1024 * 1024

type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
  bearer?: boolean
  /** The caller handles an ended session: Enviar keeps the letter first, a background call leads to no other page. */
  meets401?: boolean | undefined
  stop?: AbortSignal
  limitMs?: number
}

type Met = Pick<Request, 'meets401'>
/** `draftId`: the server ends every other unpaid order of this draft (design/writing.md#one-draft). */
type OfDraft = Met & { draftId?: string | undefined }

/**
 * One call. An ended session leads to /login (design/sending.md#expired-session). Calls of only a few screens stand with
 * those screens, so that other pages do not load them.
 */
export async function ask<T>(
  { method = 'POST', path, body, headers: given, bearer, meets401, stop, limitMs = timeLimit }: Request,
  read: (response: Response) => Promise<T> = (response) => response.json() as Promise<T>,
): Promise<Answer<T>> {
  const headers = new Headers(given)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const bearerToken = bearer && token()
  const page = location.pathname
  if (bearerToken) headers.set('authorization', `Bearer ${bearerToken}`)
  // Ending the other sessions also forgets their browsers; this one must stay known.
  const deviceSecret =
    (path.startsWith('/auth/') || (method === 'DELETE' && path === '/account/sessions')) && device()
  if (deviceSecret) headers.set('lacre-device', deviceSecret)
  const sent = body === undefined ? null : JSON.stringify(body)
  const { signal, waitFor, isSlow } = patience(stop)
  try {
    // Photos travel inside a letter: a long upload is no broken connection.
    waitFor(limitMs + travelTime(sent?.length ?? 0))
    const response = await fetch(path, { method, headers, body: sent, signal })
    readServerDate(response.headers.get('date'))
    waitFor(limitMs + travelTime(Number(response.headers.get('content-length') ?? assumedBytes)))
    // After a new sign-in or a change of page, a late 401 of the old session must lead nowhere.
    if (
      response.status === 401 &&
      bearer &&
      !meets401 &&
      token() === bearerToken &&
      location.pathname === page
    ) {
      signInAgain()
      return await neverSettles
    }
    if (!response.ok) return await refusal(response)
    return { ok: true, body: await read(response) }
  } catch {
    return { ok: false, status: 0, ...(isSlow() && { code: 'slow' }) }
  }
}

/**
 * Aborts a call by `stop`, or after the time last given to `waitFor`. Firefox has `AbortSignal.any` from 124 on
 * (docs/browsers.md).
 */
function patience(stop?: AbortSignal) {
  const end = new AbortController()
  const breakOff = () => end.abort()
  if (stop?.aborted) breakOff()
  stop?.addEventListener('abort', breakOff)
  let newest: AbortSignal | undefined
  const waitFor = (ms: number) => {
    const limit = (newest = AbortSignal.timeout(ms))
    limit.addEventListener('abort', () => limit === newest && breakOff())
  }
  return { signal: end.signal, waitFor, isSlow: () => newest?.aborted === true }
}

const noAnswer = 'No hay conexión con el servidor. Compruébela e inténtelo de nuevo.'
const tooSlow = 'El servidor tarda más de lo normal. Inténtelo de nuevo en un momento.'
const serverBusy = 'El servidor no puede atenderle ahora. Inténtelo de nuevo en un momento.'

/** The sentence of a refusal. The server always sends one; a proxy does not. */
export const detailOf = ({ detail, status, code }: Refused): string =>
  detail ?? (code === 'slow' ? tooSlow : status === 0 ? noAnswer : serverBusy)

async function refusal(response: Response): Promise<Refused> {
  const refused: Refused = { ok: false, status: response.status }
  const wait = Number(response.headers.get('retry-after'))
  if (wait > 0) refused.retryAfterMs = seconds(wait)
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return refused
  if ('detail' in body && typeof body.detail === 'string') refused.detail = body.detail
  if ('code' in body && typeof body.code === 'string') refused.code = body.code
  return refused
}

export const register = (body: RegisterBody) => ask<Session>({ path: '/auth/register', body })
export const login = (body: LoginBody) => ask<Session>({ path: '/auth/login', body })
/** The credential carries the hash of `secret`. */
export const socialLogin = (credential: string, secret: string) =>
  ask<Session>({
    path: '/auth/google/login',
    body: { token: credential },
    headers: { 'lacre-nonce': secret },
  })
/** `password`: the one of the sign-up, when the link is opened in another browser. */
export const verifyEmail = (verification: string, password?: string) =>
  ask<Message>({ path: '/auth/verify-email', body: { token: verification, password } })
export const requestVerification = (email: string) =>
  ask<unknown>({ path: '/auth/request-verification', body: { email } }, readNothing)
export const forgotPassword = (email: string) =>
  ask<unknown>({ path: '/auth/forgot-password', body: { email } }, readNothing)
export const resetPassword = (reset: string, password: string) =>
  ask<unknown>({ path: '/auth/reset-password', body: { token: reset, password } }, readNothing)
export const logout = () => ask<unknown>({ path: '/auth/logout', bearer: true, meets401: true }, readNothing)

export const readLetter = (id: string) =>
  ask<LetterDetail>({ method: 'GET', path: `/letters/${encodeURIComponent(id)}`, bearer: true })
export const createLetter = (body: CreateLetterBody) =>
  ask<CreatedLetter>({ path: '/letters/', body, bearer: true, meets401: true })
/** The server may queue previews. */
const previewLimit = minutes(1)
export const preview = (body: CreateLetterBody, stop: AbortSignal) =>
  ask<Preview>({ path: '/letters/preview', body, bearer: true, stop, limitMs: previewLimit })
/** The preview without its PDF. */
export const previewFigures = (body: CreateLetterBody, stop: AbortSignal) =>
  ask<Preview>({ path: '/letters/preview?pdf=no', body, bearer: true, stop, limitMs: previewLimit })
/** Several letters are paid as one order; `letterId` alone pays the order that holds it (design/money.md#orders). */
export const createIntent = (letterId: string, letters?: string[], { meets401, draftId }: OfDraft = {}) =>
  ask<ClientSecret>({
    path: '/stripe/create-payment-intent',
    body: { letter_id: letterId, letters, draft: draftId },
    bearer: true,
    meets401,
  })
export const account = ({ meets401 }: Met = {}) =>
  ask<Account>({ method: 'GET', path: '/account', bearer: true, meets401 })
export const letterPdf = (id: string) =>
  ask<Blob>({ method: 'GET', path: `/letters/${encodeURIComponent(id)}/pdf`, bearer: true }, (response) =>
    response.blob(),
  )

const entryPath = (id: string) => `/addresses/${encodeURIComponent(id)}`
/** The address book. Names travel in bodies only, never in addresses. */
export const readBook = ({ meets401 }: Met = {}) =>
  ask<AddressBook>({ method: 'GET', path: '/addresses/', bearer: true, meets401 })
export const keepEntry = (id: string, body: KeepEntryBody) =>
  ask<BookEntry>({ method: 'PUT', path: entryPath(id), body, bearer: true })
export const removeEntry = (id: string) =>
  ask<unknown>({ method: 'DELETE', path: entryPath(id), bearer: true }, readNothing)

/** The signature that the account keeps (design/paper.md#signature). */
export const readSignature = () =>
  ask<KeptSignature>({ method: 'GET', path: '/signature', bearer: true, meets401: true })
export const keepSignature = (body: Signature) =>
  ask<unknown>({ method: 'PUT', path: '/signature', body, bearer: true }, readNothing)
export const dropSignature = () =>
  ask<unknown>({ method: 'DELETE', path: '/signature', bearer: true }, readNothing)

/** Sandbox only: what Google's button would give for this address. */
export const sandboxCredential = (email: string, nonce: string) =>
  ask<{ credential: string }>({ path: '/sandbox/social/credential', body: { email, nonce } })

export const askConfig = () => ask<Config>({ method: 'GET', path: '/config' })

let configAnswer: Promise<Answer<Config>> | undefined

/** What the server allows, asked once per visit; a failure is not remembered. */
export function config(): Promise<Answer<Config>> {
  configAnswer ??= askConfig().then((answer) => {
    if (!answer.ok) configAnswer = undefined
    return answer
  })
  return configAnswer
}

// Only the status counts; the body may be empty (204).
async function readNothing(response: Response): Promise<unknown> {
  await response.body?.cancel()
  return undefined
}
