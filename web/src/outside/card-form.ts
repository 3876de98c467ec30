import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import type { ComponentType, RefObject } from 'react'

/** A letter as the server froze it, to whom it goes, and from whom where that is known; `greets`: it says their greeting. */
export type ToPay = {
  letter: CreatedLetter
  recipient: Recipient
  sender?: Address | undefined
  greets?: boolean
}

export type AddressRole = 'originAddress' | 'destinationAddress'

/** What the payment dialog needs, wherever it is opened from: the writing page or Mis cartas. */
export type PaymentProps = {
  /** What is paid together: one letter, or those of an order (design/sending.md#several-recipients). */
  letters: readonly [ToPay, ...ToPay[]]
  clientSecret: string
  /** Which letters of their order are not among them, and why. */
  leftOut?: string | undefined
  /** What the page said that it costs, where it said so: a price may have changed since. */
  shownTotal?: number | undefined
  opener: RefObject<HTMLElement | null>
  /** Where the letter itself is at hand: opens the form of that address, with which it is sent anew. */
  onAddress?: (role: AddressRole) => void
  onPaid: () => void
  onClose: () => void
}

/**
 * What the card provider tells the browser; whether a letter is paid, only the server says
 * (design/trust.md#webhook-is-a-hint). `waiting`: whoever pays has yet to approve it in the bank's app. `ended`: this payment
 * takes no money any more, whatever card is tried.
 */
export type Confirmation =
  { is: 'succeeded' } | { is: 'processing' | 'waiting' } | { is: 'refused' | 'ended'; message: string }
export type Confirm = () => Promise<Confirmation>

/**
 * The provider's card form for one payment. It hands out `confirm` once it can pay, and undefined while it
 * cannot; `onFailure` says in Spanish why it never will.
 */
export type CardFormProps = {
  clientSecret: string
  isBusy: boolean
  /** Nothing else is to be done first. */
  takesFocus: boolean
  onConfirmable: (confirm: Confirm | undefined) => void
  onFailure: (message: string) => void
}
export type Cards = { CardForm: ComponentType<CardFormProps> }

/** Shown where the provider refuses without a word of its own. */
const notCompleted = 'El pago no se ha completado. Revise los datos e inténtelo de nuevo.'
/** No answer is no refusal: paying again is safe, for a letter has one payment only (design/trust.md#unknown-is-a-state). */
export const noAnswer =
  'No hemos recibido respuesta del proveedor de pago. Compruebe su conexión e inténtelo de nuevo: la carta no se cobrará dos veces.'
export const notLoaded =
  'No se ha podido cargar el formulario de pago. Compruebe su conexión, cierre esta ventana y vuelva a intentarlo.'

/** As much of the provider's answer to confirm-payment as is read. */
export type ConfirmAnswer = {
  error?: { message?: string; payment_intent?: { status?: string } }
  paymentIntent?: { status?: string }
}

/**
 * What an answer to confirm-payment comes to (specification, section 7: error.message, paymentIntent.status). A
 * payment whose first answer was lost is refused as already made, and the refusal tells its state.
 */
export function confirmationOf({ error, paymentIntent }: ConfirmAnswer): Confirmation {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return { is: status }
  if (paymentIntent && status === 'requires_action') return { is: 'waiting' }
  return { is: status === 'canceled' ? 'ended' : 'refused', message: error?.message ?? notCompleted }
}
