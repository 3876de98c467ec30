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
/** The page is being left: nothing is said of this call. */
const never = new Promise<never>(() => {})
/** A proxy that packs an answer does not say how long it is: then as long as a letter with photos. */
const unsaid = 8 * 1024 * 1024

type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
  bearer?: boolean
  /** The caller meets an ended session itself: Enviar keeps the letter first, and what nobody waits for leads nobody away. */
  meets401?: boolean | undefined
  stop?: AbortSignal
  limitMs?: number
}

type Met = Pick<Request, 'meets401'>
/** `draftId`: all else that was prepared of this draft and is unpaid ends (design/writing.md#one-draft). */
type OfDraft = Met & { draftId?: string | undefined }

/** One call. An ended session leads to /login (design/sending.md#expired-session). What only a few screens ask stands with them, so that the others do not load it. */
export async function ask<T>(
  { method = 'POST', path, body, headers: given, bearer, meets401, stop, limitMs = timeLimit }: Request,
  read: (response: Response) => Promise<T> = (response) => response.json() as Promise<T>,
): Promise<Answer<T>> {
  const headers = new Headers(given)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const held = bearer && token()
  const page = location.pathname
  if (held) headers.set('authorization', `Bearer ${held}`)
  // Ending the other sessions forgets their browsers, and not this one.
  const known =
    (path.startsWith('/auth/') || (method === 'DELETE' && path === '/account/sessions')) && device()
  if (known) headers.set('lacre-device', known)
  const sent = body === undefined ? null : JSON.stringify(body)
  const { signal, waitFor, isSlow } = patience(stop)
  try {
    // Photos travel inside a letter: what is long on its way is no broken connection.
    waitFor(limitMs + travelTime(sent?.length ?? 0))
    const response = await fetch(path, { method, headers, body: sent, signal })
    readServerDate(response.headers.get('date'))
    waitFor(limitMs + travelTime(Number(response.headers.get('content-length') ?? unsaid)))
    // Another session, or another page, is not led away by an answer to the one before.
    if (response.status === 401 && bearer && !meets401 && token() === held && location.pathname === page) {
      signInAgain()
      return await never
    }
    if (!response.ok) return await refusal(response)
    return { ok: true, body: await read(response) }
  } catch {
    return { ok: false, status: 0, ...(isSlow() && { code: 'slow' }) }
  }
}

/**
 * What breaks a call off: `stop`, or that it takes longer than was last said. Firefox has `AbortSignal.any` from 124 on
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
const slow = 'El servidor tarda más de lo normal. Inténtelo de nuevo en un momento.'
const inTrouble = 'El servidor no puede atenderle ahora. Inténtelo de nuevo en un momento.'

/** The sentence of a refusal; every one of the server's has one, and none that a proxy makes. */
export const detailOf = ({ detail, status, code }: Refused): string =>
  detail ?? (code === 'slow' ? slow : status === 0 ? noAnswer : inTrouble)

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
/** `secret`: the credential carries its hash. */
export const socialLogin = (credential: string, secret: string) =>
  ask<Session>({
    path: '/auth/google/login',
    body: { token: credential },
    headers: { 'lacre-nonce': secret },
  })
/** `password`: of the sign-up that the link belongs to, where this browser does not know it. */
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
/** Previews wait their turn in a server that has many. */
const previewLimit = minutes(1)
export const preview = (body: CreateLetterBody, stop: AbortSignal) =>
  ask<Preview>({ path: '/letters/preview', body, bearer: true, stop, limitMs: previewLimit })
/** The same without its pages. */
export const previewFigures = (body: CreateLetterBody, stop: AbortSignal) =>
  ask<Preview>({ path: '/letters/preview?pdf=no', body, bearer: true, stop, limitMs: previewLimit })
/** Several are paid as one order; `letter_id` alone pays the order that the letter is of (design/money.md#orders). */
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

const pathOfEntry = (id: string) => `/addresses/${encodeURIComponent(id)}`
/** The address book: names travel in bodies only. */
export const readBook = ({ meets401 }: Met = {}) =>
  ask<AddressBook>({ method: 'GET', path: '/addresses/', bearer: true, meets401 })
export const keepEntry = (id: string, body: KeepEntryBody) =>
  ask<BookEntry>({ method: 'PUT', path: pathOfEntry(id), body, bearer: true })
export const removeEntry = (id: string) =>
  ask<unknown>({ method: 'DELETE', path: pathOfEntry(id), bearer: true }, readNothing)

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

let known: Promise<Answer<Config>> | undefined

/** What the server allows, asked once per visit; a failure is not remembered. */
export function config(): Promise<Answer<Config>> {
  known ??= askConfig().then((answer) => {
    if (!answer.ok) known = undefined
    return answer
  })
  return known
}

// The status says all; a body may be empty (204) or anything else.
async function readNothing(response: Response): Promise<unknown> {
  await response.body?.cancel()
  return undefined
}
