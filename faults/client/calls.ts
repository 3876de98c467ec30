import type { Call, PayCard } from './customer.ts'

const patienceMs = 15_000

/** Calls a server over the network, as a browser does. `url` is read for each call, since nodes change. */
export const callAt =
  (url: () => string, token?: string, device?: string): Call =>
  async (method, path, body) => {
    try {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(device && { 'lacre-device': device }),
      }
      const answer = await fetch(url() + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.includes('json')
      const json = isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {}
      return { status: answer.status, json, bytes }
    } catch {
      return 'no-answer'
    }
  }

/** The card provider's payment form. */
export const cardForm =
  (cardsUrl: string): PayCard =>
  async (secret, card) => {
    const answer = await fetch(`${cardsUrl}/confirm`, {
      method: 'POST',
      body: JSON.stringify({ secret, card }),
    })
    await answer.arrayBuffer()
    return answer.status
  }

let callers = 0

/** Registers an account from a separate IP address, because of the limit for each network. */
export async function register(
  url: string,
): Promise<{ token: string; account: string; password: string } | undefined> {
  const number = ++callers
  const account = `persona${number}@ejemplo.test`
  const password = `una frase larga ${number} y tranquila`
  const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const answer = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({
      email: account,
      password,
      recaptcha_token: 'right',
    }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { token, account, password }
}
