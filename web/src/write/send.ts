import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { asksFor, type Recipient } from '@lacre/letter/recipients/called.ts'
import { detailOf, type createIntent, type createLetter, type Refused } from '../api.ts'
import type { ToPay } from '../outside/card-form.ts'
import { keepPending, settlePending } from '../drafts/draft.ts'
import type { Addresses } from '../drafts/kept-addresses.ts'
import { dropToken, token } from '../session.ts'
import { letterBody, letterTo } from './addresses/letter-body.ts'

/** The outcome of Enviar. `alert` is the text of the specification, `detail` the Spanish sentence beside it. */
export type Sent =
  | { is: 'payable'; letters: [ToPay, ...ToPay[]]; clientSecret: string }
  /** Some of several letters could not be prepared. Nothing is paid. */
  | { is: 'refused'; refused: { recipient: Recipient; detail: string }[] }
  | { is: 'stopped' }
  | { is: 'signed-out'; because: 'no-token' | 'session-expired' }
  | { is: 'failed'; alert: string; detail: string; code?: string | undefined }

export type SendDeps = {
  createLetter: typeof createLetter
  createIntent: typeof createIntent
  /** The copy in the account, if it has exactly this text. */
  copyOf: (content: string) => Promise<CreateLetterBody['draft']>
  /** Reports the number of letters prepared so far. */
  onPrepared: (letters: number) => void
  isStopped: () => boolean
}

const textOf = (html: string) =>
  html
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join('')

// Specification, section 8.
const alerts = {
  letter: 'Error processing payment: Failed to create letter',
  intent: 'Error processing payment: Failed to create payment intent',
}
const noNetwork =
  'No hay conexión con el servidor. Su carta sigue guardada aquí; inténtelo de nuevo en un momento.'
/** For an error of a proxy, which has no sentence. */
const serverBusy =
  'El servidor no puede atenderle ahora. Su carta sigue guardada aquí; inténtelo de nuevo en un momento.'

/**
 * Enviar (specification, section 4): without a token the letter waits as pending for the sign-in; with one the letter is
 * created, then its payment, and the pending letter is cleared. An expired session counts as no token
 * (design/sending.md#expired-session). With `others` every recipient gets a letter, one after the other; a refused one
 * does not stop the rest, and nothing is paid until all are prepared. Creating the same letter again returns the same letter.
 */
export async function send(
  deps: SendDeps,
  content: string,
  addresses: Addresses,
  others: readonly Recipient[] = [],
): Promise<Sent> {
  if (token() === undefined) return waitForSignIn('no-token')

  // Read once: a choice made meanwhile must not apply to only some of the letters.
  const body = letterBody(content, addresses)
  const sender = addresses.originAddress
  // The payment dialog shows the greeting where the letter uses it.
  const greets = others.length > 0 && asksFor(textOf(content)).greeting && { greets: true }
  const prepared: ToPay[] = []
  const refusals: { recipient: Recipient; answer: Refused }[] = []
  for (const recipient of [addresses.destinationAddress, ...others]) {
    if (deps.isStopped()) return { is: 'stopped' }
    const letter = await create(letterTo(recipient, body))
    if (letter.ok) prepared.push({ letter: letter.body, recipient, sender, ...greets })
    else if (letter.status === 422) refusals.push({ recipient, answer: letter })
    else return refused(letter, 'letter')
    deps.onPrepared(prepared.length + refusals.length)
  }
  const [first, ...rest] = prepared
  const [refusal] = refusals
  // All were refused: the first reason stands for the letter.
  if (!first) return refused(refusal?.answer ?? { status: 0 }, 'letter')
  if (refusal)
    return {
      is: 'refused',
      refused: refusals.map(({ recipient, answer }) => ({ recipient, detail: detailOf(answer) })),
    }

  if (deps.isStopped()) return { is: 'stopped' }
  const ids = prepared.map(({ letter }) => letter.id)
  const shown = prepared.reduce((sum, { letter }) => sum + letter.total, 0)
  let intent = await deps.createIntent(first.letter.id, rest.length ? ids : undefined)
  // One id pays its whole former order; a different total means that, so only these letters are named.
  if (intent.ok && (intent.body.total ?? shown) !== shown)
    intent = await deps.createIntent(first.letter.id, ids)
  if (!intent.ok) return refused(intent, 'intent')
  if (deps.isStopped()) return { is: 'stopped' }

  settlePending()
  return { is: 'payable', letters: [first, ...rest], clientSecret: intent.body.clientSecret }

  /** For several recipients, refers to the copy in the account, so that photos are uploaded once (design/sending.md#photos-once). */
  async function create(letter: CreateLetterBody) {
    const draft = others.length ? await deps.copyOf(content) : undefined
    const short = draft && (await deps.createLetter({ ...letter, content: '', draft }))
    // A server of the previous version ignores the draft and finds the letter empty.
    const isWhole = short && (short.ok || !['draft-changed', 'empty-letter'].includes(short.code ?? ''))
    return isWhole ? short : deps.createLetter(letter)
  }
  function waitForSignIn(because: 'no-token' | 'session-expired'): Sent {
    // If storage is full, nothing is lost: draft and addresses are stored separately.
    keepPending({ content, ...addresses })
    return { is: 'signed-out', because }
  }
  function refused(
    answer: { status: number; detail?: string; code?: string },
    call: 'letter' | 'intent',
  ): Sent {
    if (answer.status === 401) {
      const sent = waitForSignIn('session-expired')
      dropToken()
      return sent
    }
    console.error(`${alerts[call]} (${answer.status})`)
    return {
      is: 'failed',
      alert: alerts[call],
      detail: answer.detail ?? (answer.status === 0 ? noNetwork : serverBusy),
      code: answer.code,
    }
  }
}
