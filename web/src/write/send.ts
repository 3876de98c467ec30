import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { asksFor, type Recipient } from '@lacre/letter/recipients/called.ts'
import { detailOf, type createIntent, type createLetter, type Refused } from '../api.ts'
import type { ToPay } from '../outside/card-form.ts'
import { keepPending, settlePending } from '../drafts/draft.ts'
import type { Addresses } from '../drafts/kept-addresses.ts'
import { dropToken, token } from '../session.ts'
import { letterBody, letterTo } from './addresses/letter-body.ts'

/** What Enviar came to. `alert` is the specification's text, `detail` the Spanish sentence beside it. */
export type Sent =
  | { is: 'payable'; letters: [ToPay, ...ToPay[]]; clientSecret: string }
  /** Of several: for whom no letter could be prepared, and why. Nothing is paid. */
  | { is: 'refused'; refused: { recipient: Recipient; detail: string }[] }
  | { is: 'stopped' }
  | { is: 'signed-out'; because: 'no-token' | 'session-expired' }
  | { is: 'failed'; alert: string; detail: string; code?: string | undefined }

export type SendDeps = {
  createLetter: typeof createLetter
  createIntent: typeof createIntent
  /** The account's copy of exactly this text, where it has one. */
  copyOf: (content: string) => Promise<CreateLetterBody['draft']>
  /** How many letters are prepared so far. */
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
/** A proxy says so, whose body is no sentence. */
const inTrouble =
  'El servidor no puede atenderle ahora. Su carta sigue guardada aquí; inténtelo de nuevo en un momento.'

/**
 * Enviar (specification, section 4): without a token the letter waits as pending while one signs in; with one
 * the letter is created, then its payment, and the pending letter is cleared. A login session that expired counts as
 * no token (design/sending.md#expired-session). With `others` each has a letter of their own, one after the other; whoever is
 * refused stops none of them, and nothing is paid until all are prepared: the same letter sent again is the same letter.
 */
export async function send(
  deps: SendDeps,
  content: string,
  addresses: Addresses,
  others: readonly Recipient[] = [],
): Promise<Sent> {
  if (token() === undefined) return waitForSignIn('no-token')

  // Once: what is chosen while they are prepared would be of some of them only.
  const body = letterBody(content, addresses)
  const sender = addresses.originAddress
  // Shown before it is paid, where the letter says it.
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
  // What is said to each of them is said of the letter.
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
  // Alone, a letter's id pays the order it was begun with, other letters and all: here only what is shown is paid.
  if (intent.ok && (intent.body.total ?? shown) !== shown)
    intent = await deps.createIntent(first.letter.id, ids)
  if (!intent.ok) return refused(intent, 'intent')
  if (deps.isStopped()) return { is: 'stopped' }

  settlePending()
  return { is: 'payable', letters: [first, ...rest], clientSecret: intent.body.clientSecret }

  /** To several, the account's copy stands for the text, photos and all, which so travels once (design/sending.md#photos-once). */
  async function create(letter: CreateLetterBody) {
    const draft = others.length ? await deps.copyOf(content) : undefined
    const short = draft && (await deps.createLetter({ ...letter, content: '', draft }))
    // A server of the version before knows of no draft here, and finds the letter empty.
    const isWhole = short && (short.ok || !['draft-changed', 'empty-letter'].includes(short.code ?? ''))
    return isWhole ? short : deps.createLetter(letter)
  }
  function waitForSignIn(because: 'no-token' | 'session-expired'): Sent {
    // When it does not fit, the draft and the addresses are saved on their own: nothing is lost.
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
      detail: answer.detail ?? (answer.status === 0 ? noNetwork : inTrouble),
      code: answer.code,
    }
  }
}
