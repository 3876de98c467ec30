import { setTimeout as pause } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import type { Ledger } from '../ledger.ts'
import type { Seed } from '../seed.ts'
import { pageDigests } from '../stand-in/printed-page.ts'
import type { Card } from '../stand-in/card-api.ts'
import type { AckEntry } from './acks.ts'
import { drawSignature, type Written } from './letters.ts'

/** One call to the server. 'no-answer': it crashed, or timed out. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; json: Record<string, unknown>; bytes: Buffer } | 'no-answer'>
/** Confirms the payment at the card provider; returns the status. */
export type PayCard = (secret: string, card: Card) => Promise<number>

export type Frozen = { letter: string; total: number; hash: string }

type Deps = {
  account: string
  /** Absent for an account without a password. */
  password?: string
  call: Call
  signInAgain: () => Promise<void>
  payCard: PayCard
  acks: Ledger<AckEntry>
  seed: Seed
  patience: () => number
  now: () => number
}

const longestPauseMs = 1500

/** A customer. A call without an answer is retried `patience` times. */
export function createCustomer(deps: Deps) {
  const { account, password, call, signInAgain, payCard, acks, seed, patience, now } = deps
  async function insist(...[method, path, body]: Parameters<Call>) {
    for (let left = patience(); ; left--) {
      const answer = await call(method, path, body)
      if (answer !== 'no-answer' && answer.status < 500 && answer.status !== 429) return answer
      if (left <= 0) return undefined
      await pause(100 + seed.below(longestPauseMs))
    }
  }
  const isGood = (answer: Awaited<ReturnType<typeof insist>>) =>
    answer !== undefined && answer.status >= 200 && answer.status < 300

  async function keepFrozen(
    path: string,
    body: object,
    recipient: string,
    again?: string,
  ): Promise<Frozen | undefined> {
    const answer = await insist('POST', path, body)
    if (!answer || !isGood(answer)) return undefined
    const { id, total, hash, lines } = answer.json as {
      id: string
      total: number
      hash: string
      lines: { cents: number }[]
    }
    const asked = createHash('sha256')
      .update(`${path} ${JSON.stringify(body)}`)
      .digest('hex')
      .slice(0, 16)
    const sum = lines.reduce((cents, line) => cents + line.cents, 0)
    acks.add({
      did: 'freeze',
      account,
      letter: id,
      total,
      lines: sum,
      hash,
      recipient,
      ...(again && { again }),
      asked,
      at: now(),
    })
    return { letter: id, total, hash }
  }

  /** Returns the letter as the server shows it, or an empty object. */
  async function readLetter({ letter }: Frozen): Promise<Record<string, unknown>> {
    const answer = await insist('GET', `/letters/${letter}`)
    return answer && isGood(answer) ? answer.json : {}
  }

  return {
    now,
    freeze: ({ body, recipient }: Written): Promise<Frozen | undefined> =>
      keepFrozen('/letters/', body, recipient),
    /** Sends a returned letter again, to another address. */
    sendAgain: ({ letter }: Frozen, { body, recipient }: Written): Promise<Frozen | undefined> => {
      const { destination, destinationAddress } = body
      return keepFrozen(`/letters/${letter}/again`, { destination, destinationAddress }, recipient, letter)
    },
    /** Changes the posting day. */
    changeDay: async ({ letter }: Frozen, postOn: string | null): Promise<boolean> =>
      isGood(await insist('POST', `/letters/${letter}/day`, { postOn })),
    /** Downloads the pages that are about to be paid. */
    async see({ letter }: Frozen) {
      const answer = await insist('GET', `/letters/${letter}/pdf`)
      if (!answer || !isGood(answer)) return
      const sha256 = createHash('sha256').update(answer.bytes).digest('hex')
      acks.add({ did: 'see', letter, sha256, pages: await pageDigests(answer.bytes) })
    },
    /** Asks for a client secret. `order`: the letters to pay together; absent as in the specification. */
    async askIntent(
      { letter }: Frozen,
      order?: Frozen[],
    ): Promise<{ secret: string } | { refused: string } | undefined> {
      const letters = order?.map((one) => one.letter)
      const answer = await insist('POST', '/stripe/create-payment-intent', { letter_id: letter, letters })
      if (!answer) return undefined
      if (!isGood(answer)) {
        const code = (answer.json['code'] as string | undefined) ?? String(answer.status)
        acks.add({ did: 'refused', letter, call: 'intent', code })
        return { refused: code }
      }
      const secret = String(answer.json['clientSecret'])
      acks.add({ did: 'intent', letter, ...(letters && { letters }), intent: intentOf(secret) })
      return { secret }
    },
    async pay(frozen: Frozen, secret: string, card: Card = 'good', order = [frozen]): Promise<boolean> {
      const status = await payCard(secret, card)
      const shown = order.reduce((sum, { total }) => sum + total, 0)
      acks.add({ did: 'confirm', letter: frozen.letter, intent: intentOf(secret), shown, status })
      return status === 200
    },
    async cancel({ letter }: Frozen): Promise<boolean> {
      const answer = await insist('POST', `/letters/${letter}/cancel`)
      if (!answer) return false
      if (isGood(answer)) acks.add({ did: 'cancel', letter })
      else acks.add({ did: 'refused', letter, call: 'cancel', code: String(answer.json['code']) })
      return isGood(answer)
    },
    /** Stores a signature in the account. */
    keepSignature: async (): Promise<boolean> =>
      isGood(await insist('PUT', '/signature', drawSignature(seed))),
    /** Signs in again, as erasing requires, and erases the account. */
    async erase(): Promise<boolean> {
      await signInAgain()
      const answer = await insist('DELETE', '/account', { confirmation: 'BORRAR', password })
      // A retry after a lost answer gets 401: the session is gone.
      const isErased = isGood(answer) || answer?.status === 401
      if (isErased) acks.add({ did: 'erase', account, at: now() })
      return isErased
    },
    state: async (letter: Frozen) => (await readLetter(letter))['state'] as string | undefined,
    /** The end of cancelling that the letter's page shows. */
    cancelUntil: async (letter: Frozen) =>
      (await readLetter(letter))['cancelUntil'] as string | null | undefined,
    /** The order's number of letters and total that the letter's page shows. */
    orderShown: async (letter: Frozen) =>
      ((await readLetter(letter))['order'] ?? undefined) as { letters: number; total: number } | undefined,
  }
}

export type Customer = ReturnType<typeof createCustomer>

const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''
