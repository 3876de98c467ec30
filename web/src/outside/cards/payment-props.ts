import type { RefObject } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'

/** A letter as the server froze it, and to whom it goes. */
export type ToPay = { letter: CreatedLetter; recipient: Address }

/** What the payment dialog needs, wherever it is opened from: the writing page or Mis cartas. */
export type PaymentProps = {
  /** What is paid together: one letter, or those of an order (design.md#several-recipients). */
  letters: readonly [ToPay, ...ToPay[]]
  clientSecret: string
  /** Which letters of their order are not among them, and why. */
  leftOut?: string | undefined
  /** What the page said that it costs, where it said so: a price may have changed since. */
  shownTotal?: number | undefined
  opener: RefObject<HTMLElement | null>
  onPaid: () => void
  onClose: () => void
}
