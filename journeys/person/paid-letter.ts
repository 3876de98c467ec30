import { joinAddress } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { callerOf, type Server } from '../server/server.ts'
import { recipient, sender } from '../write/write-a-letter.ts'

async function call<T>(server: Server, path: string, body: object, token = '', caller = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...caller }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Somebody with a verified account, signed in. */
export async function tokenOf(server: Server, email: string): Promise<string> {
  const ask = <T>(path: string, body: object) => call<T>(server, path, body, '', callerOf(email))
  const { credential } = await ask<{ credential: string }>('/sandbox/social/credential', { email })
  return (await ask<{ access_token: string }>('/auth/google/login', { token: credential })).access_token
}

/** `card`: one of the sandbox's; `reaches`: the state in which a payment with it ends. */
export type Wish = {
  content?: string
  looks?: PartialLooks
  to?: Partial<typeof recipient>
  draftId?: string
  card?: string
  reaches?: 'paid' | 'needs-person'
}

/** A letter frozen by the calls of the page, without the page. */
export const freezeLetter = (
  server: Server,
  token: string,
  {
    content = '<p>Querida Concepción: <strong>¿cómo estás?</strong></p>',
    looks = {},
    to = {},
    draftId,
  }: Wish = {},
) => {
  const destinationAddress = { ...recipient, ...to }
  const addresses = { originAddress: sender, destinationAddress }
  const joined = { origin: joinAddress(sender), destination: joinAddress(destinationAddress) }
  return call<CreatedLetter>(
    server,
    '/letters/',
    { content, draftId, ...looks, ...joined, ...addresses },
    token,
  )
}

/** The same, paid with a good card unless another is wished; answers once the server has learnt of it. */
export async function payLetter(server: Server, token: string, wish: Wish = {}): Promise<CreatedLetter> {
  const { card = '4242424242424242', reaches = 'paid' } = wish
  const letter = await freezeLetter(server, token, wish)
  const intent = { letter_id: letter.id }
  const { clientSecret } = await call<{ clientSecret: string }>(
    server,
    '/stripe/create-payment-intent',
    intent,
    token,
  )
  await call(server, '/sandbox/cards/confirm', { client_secret: clientSecret, card }, token)
  for (const began = performance.now(); performance.now() - began < 30_000;) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/letters/${letter.id}`, { headers })
    const { state } = (await answer.json()) as { state: string }
    if (state === reaches) return letter
    await new Promise((again) => setTimeout(again, 100))
  }
  throw new Error('the letter was never paid')
}

/** The states of the account's letters, newest first. */
export async function statesOf(server: Server, token: string | null): Promise<string[]> {
  const answer = await fetch(`${server.url}/letters/`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { letters: { state: string }[] }).letters.map(({ state }) => state)
}
