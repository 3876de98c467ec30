import { setTimeout as pause } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import type { Ledger } from '../ledger.ts'
import type { Seed } from '../seed.ts'
import { pageDigests } from '../stand-in/printed-page.ts'
import type { Card } from '../stand-in/card-api.ts'
import type { AckEntry } from './acks.ts'
import { drawSignature, type Written } from './letters.ts'

/** One call to the server: 'no-answer' when it died over it or did not answer in time. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; json: Record<string, unknown>; bytes: Buffer } | 'no-answer'>
/** What the browser says to the card provider; gives the status. */
export type PayCard = (secret: string, card: Card) => Promise<number>

export type Frozen = { letter: string; total: number; hash: string }

type Deps = {
  account: string
  /** Of an account that has one. */
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

/** Somebody who writes letters. Whatever gets no answer is repeated as often as their patience lasts. */
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

  /** The letter as the server tells it, if it answers. */
  async function readLetter({ letter }: Frozen): Promise<Record<string, unknown>> {
    const answer = await insist('GET', `/letters/${letter}`)
    return answer && isGood(answer) ? answer.json : {}
  }

  return {
    now,
    freeze: ({ body, recipient }: Written): Promise<Frozen | undefined> =>
      keepFrozen('/letters/', body, recipient),
    /** What came back goes once more, to whoever `to` is written to. */
    sendAgain: ({ letter }: Frozen, { body, recipient }: Written): Promise<Frozen | undefined> => {
      const { destination, destinationAddress } = body
      return keepFrozen(`/letters/${letter}/again`, { destination, destinationAddress }, recipient, letter)
    },
    /** Another day for it to leave. */
    changeDay: async ({ letter }: Frozen, postOn: string | null): Promise<boolean> =>
      isGood(await insist('POST', `/letters/${letter}/day`, { postOn })),
    /** Looks at the pages that are to be paid. */
    async see({ letter }: Frozen) {
      const answer = await insist('GET', `/letters/${letter}/pdf`)
      if (!answer || !isGood(answer)) return
      const sha256 = createHash('sha256').update(answer.bytes).digest('hex')
      acks.add({ did: 'see', letter, sha256, pages: await pageDigests(answer.bytes) })
    },
    /** The means to pay, or why there is none. `order`: the letters that are paid together; else as the specification asks. */
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
    /** Keeps a signature in the account, for the next letters. */
    keepSignature: async (): Promise<boolean> =>
      isGood(await insist('PUT', '/signature', drawSignature(seed))),
    /** Erases the account, having just signed in. */
    async erase(): Promise<boolean> {
      await signInAgain()
      const answer = await insist('DELETE', '/account', { confirmation: 'BORRAR', password })
      // Asked again after a lost answer, it hears of no session.
      const isErased = isGood(answer) || answer?.status === 401
      if (isErased) acks.add({ did: 'erase', account, at: now() })
      return isErased
    },
    state: async (letter: Frozen) => (await readLetter(letter))['state'] as string | undefined,
    /** Until when it can be cancelled, as its page says. */
    cancelUntil: async (letter: Frozen) =>
      (await readLetter(letter))['cancelUntil'] as string | null | undefined,
    /** With how many others it is paid, as its page says, and for how much. */
    orderShown: async (letter: Frozen) =>
      ((await readLetter(letter))['order'] ?? undefined) as { letters: number; total: number } | undefined,
  }
}

export type Customer = ReturnType<typeof createCustomer>

const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''
