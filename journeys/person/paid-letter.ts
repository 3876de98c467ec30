import { expect } from '@playwright/test'
import { joinAddress } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { minutes } from '@lacre/letter/days.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { callerOf, type Server } from '../server/server.ts'
import { recipient, sender } from '../write/write-a-letter.ts'
import { answerOf } from '../server/call-server.ts'

/** Signs in to a verified account and returns its token. */
export async function tokenOf(server: Server, email: string): Promise<string> {
  const ask = <T>(path: string, body: object) =>
    answerOf<T>(server, null, path, { body, headers: callerOf(email) })
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
  const body = { content, draftId, ...looks, ...joined, ...addresses }
  return answerOf<CreatedLetter>(server, token, '/letters/', { body })
}

/** The same, paid with a good card unless another is wished; answers once the server has learnt of it. */
export async function payLetter(server: Server, token: string, wish: Wish = {}): Promise<CreatedLetter> {
  const { card = '4242424242424242', reaches = 'paid' } = wish
  const letter = await freezeLetter(server, token, wish)
  const ask = <T>(path: string, body: object) => answerOf<T>(server, token, path, { body })
  const intent = await ask<{ clientSecret: string }>('/stripe/create-payment-intent', {
    letter_id: letter.id,
  })
  await ask('/sandbox/cards/confirm', { client_secret: intent.clientSecret, card })
  const stateOf = async () =>
    (await answerOf<{ state: string }>(server, token, `/letters/${letter.id}`)).state
  // The server learns of it by a job of its own.
  await expect.poll(stateOf, { intervals: [100], timeout: minutes(2) }).toBe(reaches)
  return letter
}

/** The states of the account's letters, newest first. */
export const statesOf = async (server: Server, token: string | null) =>
  (await lettersOf<{ state: string }>(server, token)).map(({ state }) => state)

/** The account's letters, newest first, as their list has them. */
export const lettersOf = async <T = { id: string }>(server: Server, token: string | null) =>
  (await answerOf<{ letters: T[] }>(server, token, '/letters/')).letters
