import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import type { ComponentType, RefObject } from 'react'

/** A frozen letter with recipient and, if known, sender. `greets`: it uses the recipient's greeting. */
export type ToPay = {
  letter: CreatedLetter
  recipient: Recipient
  sender?: Address | undefined
  greets?: boolean
}

export type AddressRole = 'originAddress' | 'destinationAddress'

/** Props of the payment dialog, for the writing page and Mis cartas. */
export type PaymentProps = {
  /** One letter, or those of an order (design/sending.md#several-recipients). */
  letters: readonly [ToPay, ...ToPay[]]
  clientSecret: string
  /** Names letters of the order that are left out, and why. */
  leftOut?: string | undefined
  /** The price shown before, since it may have changed. */
  shownTotal?: number | undefined
  opener: RefObject<HTMLElement | null>
  /** On the writing page: opens the address form, which sends the letter again. */
  onAddress?: (role: AddressRole) => void
  onPaid: () => void
  onClose: () => void
}

/**
 * The result that the card provider gives the browser; only the server knows whether a letter is paid
 * (design/trust.md#webhook-is-a-hint). `waiting`: for the approval in the bank's app. `ended`: this payment accepts no
 * further card.
 */
export type Confirmation =
  { is: 'succeeded' } | { is: 'processing' | 'waiting' } | { is: 'refused' | 'ended'; message: string }
export type Confirm = () => Promise<Confirmation>

/**
 * The provider's card form for one payment. It hands out `confirm` while it can pay, else undefined; `onFailure` gets the
 * Spanish reason why it cannot load.
 */
export type CardFormProps = {
  clientSecret: string
  isBusy: boolean
  /** False while something else must be confirmed first. */
  takesFocus: boolean
  onConfirmable: (confirm: Confirm | undefined) => void
  onFailure: (message: string) => void
}
export type Cards = { CardForm: ComponentType<CardFormProps> }

/** For a refusal without a message of the provider. */
const notCompleted = 'El pago no se ha completado. Revise los datos e inténtelo de nuevo.'
/** A lost answer is no refusal. A retry is safe, because a letter has one payment (design/trust.md#unknown-is-a-state). */
export const noAnswer =
  'No hemos recibido respuesta del proveedor de pago. Compruebe su conexión e inténtelo de nuevo: la carta no se cobrará dos veces.'
export const notLoaded =
  'No se ha podido cargar el formulario de pago. Compruebe su conexión, cierre esta ventana y vuelva a intentarlo.'

/** The parts that we read of the provider's answer to confirm-payment. */
export type ConfirmAnswer = {
  error?: { message?: string; payment_intent?: { status?: string } }
  paymentIntent?: { status?: string }
}

/**
 * Interprets an answer to confirm-payment (specification, section 7: error.message, paymentIntent.status). A repeated
 * payment whose first answer was lost is refused as already made; that refusal carries its state.
 */
export function readConfirmation({ error, paymentIntent }: ConfirmAnswer): Confirmation {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return { is: status }
  if (paymentIntent && status === 'requires_action') return { is: 'waiting' }
  return { is: status === 'canceled' ? 'ended' : 'refused', message: error?.message ?? notCompleted }
}
