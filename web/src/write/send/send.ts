import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { createIntent, createLetter } from '../../api.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import { settlePending } from '../draft/storage/draft.ts'
import { letterBody } from '../addresses/letter-body.ts'
import { keepPending } from '../draft/storage/pending-letter.ts'
import type { Store } from '../../storage.ts'

/** What Enviar came to. `alert` is the specification's text, `detail` the server's Spanish sentence beside it. */
export type Sent =
  | { is: 'payable'; letter: CreatedLetter; clientSecret: string }
  | { is: 'signed-out'; because: 'no-token' | 'session-expired' }
  | { is: 'failed'; alert: string; detail: string | undefined; code?: string | undefined }

export type SendDeps = {
  store: Store
  isSignedIn: () => boolean
  dropToken: () => void
  createLetter: typeof createLetter
  createIntent: typeof createIntent
}

// Specification, section 8.
const alerts = {
  letter: 'Error processing payment: Failed to create letter',
  intent: 'Error processing payment: Failed to create payment intent',
}
const noNetwork =
  'No hay conexión con el servidor. Su carta sigue guardada aquí; inténtelo de nuevo en un momento.'

/**
 * Enviar (specification, section 4): without a token the letter waits as pending while one signs in; with one
 * the letter is created, then its payment, and the pending letter is cleared. A login session that expired counts as
 * no token (design.md#expired-session).
 */
export async function send(deps: SendDeps, content: string, addresses: Addresses): Promise<Sent> {
  if (!deps.isSignedIn()) return waitForSignIn('no-token')

  const letter = await deps.createLetter(letterBody(content, addresses))
  if (!letter.ok) return refused(letter, 'letter')

  const intent = await deps.createIntent(letter.body.id)
  if (!intent.ok) return refused(intent, 'intent')

  settlePending(deps.store)
  return { is: 'payable', letter: letter.body, clientSecret: intent.body.clientSecret }

  function waitForSignIn(because: 'no-token' | 'session-expired'): Sent {
    // When it does not fit, the draft and the addresses are saved on their own: nothing is lost.
    keepPending(deps.store, { content, ...addresses })
    return { is: 'signed-out', because }
  }
  function refused(
    answer: { status: number; detail?: string; code?: string },
    call: 'letter' | 'intent',
  ): Sent {
    if (answer.status === 401) {
      const sent = waitForSignIn('session-expired')
      deps.dropToken()
      return sent
    }
    console.error(`${alerts[call]} (${answer.status})`)
    return {
      is: 'failed',
      alert: alerts[call],
      detail: answer.detail ?? (answer.status === 0 ? noNetwork : undefined),
      code: answer.code,
    }
  }
}
