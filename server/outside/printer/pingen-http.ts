import { seconds, type Ms } from '@lacre/letter/duration.ts'
import { parseJson } from '../json.ts'
import type { PrinterTrouble } from './printer.ts'
import type { Token } from './pingen-token.ts'

/** How long one call, and one upload, may take. */
export type TimeLimits = { callMs: number; uploadMs: number }
export const usualLimits: TimeLimits = { callMs: seconds(20), uploadMs: seconds(60) }
const mediaType = 'application/vnd.api+json'

type Ask = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object; key?: string }

/** `not-sent`: certain that they never received it. `silence`: they may have done it. */
export type PingenReply =
  | { is: 'answer'; status: number; body: unknown; retryAfter: Ms | undefined }
  | { is: 'silence'; because: PrinterTrouble }
  | { is: 'not-sent'; because: PrinterTrouble }
export type AskPingen = (ask: Ask) => Promise<PingenReply>

/** Their API: JSON:API both ways, our key on what may change something, a new token once when ours is refused. */
export function pingenHttp({
  apiUrl,
  token,
  callMs,
}: {
  apiUrl: URL
  token: Token
  callMs: number
}): AskPingen {
  async function once(ask: Ask, bearer: string): Promise<PingenReply> {
    const { method, path, body, key } = ask
    try {
      const answer = await fetch(new URL(path, apiUrl), {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: mediaType,
          ...(body && { 'content-type': mediaType }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(callMs),
      })
      return {
        is: 'answer',
        status: answer.status,
        body: parseJson(await answer.text()),
        retryAfter: retryAfter(answer.headers),
      }
    } catch {
      return { is: 'silence', because: 'no-answer' }
    }
  }

  return async (ask) => {
    const bearer = await token.get()
    if (!bearer) return { is: 'not-sent', because: 'not-authorised' }
    const reply = await once(ask, bearer)
    if (reply.is !== 'answer' || reply.status !== 401) return reply
    token.forget(bearer)
    const renewed = await token.get()
    return renewed ? once(ask, renewed) : { is: 'not-sent', because: 'not-authorised' }
  }
}

function retryAfter(headers: Headers): Ms | undefined {
  const wait = Number(headers.get('retry-after') ?? NaN)
  return Number.isFinite(wait) && wait >= 0 ? seconds(wait) : undefined
}

const ok = (status: number) => status >= 200 && status < 300
export const isOk = (reply: PingenReply): reply is Extract<PingenReply, { is: 'answer' }> =>
  reply.is === 'answer' && ok(reply.status)

/** Trouble of theirs or of the way there: it says nothing about the letter. */
export function troubleOf(
  reply: PingenReply,
): { because: PrinterTrouble; retryAfter?: Ms | undefined } | undefined {
  if (reply.is !== 'answer') return { because: reply.because }
  const { status, retryAfter } = reply
  if (ok(status)) return undefined
  if (status === 429 || status === 409) return { because: 'busy', retryAfter }
  if (status >= 500) return { because: 'broken', retryAfter }
  // Our keys or our organisation are wrong: no letter may suffer for it.
  return [401, 402, 403].includes(status) ? { because: 'not-authorised' } : undefined
}
