import type { RefObject } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'

/** What the payment dialog needs, wherever it is opened from: the writing page or Mis cartas. */
export type PaymentProps = {
  letter: CreatedLetter
  recipient: Address
  clientSecret: string
  /** What the page said that it costs, where it said so: a price may have changed since. */
  shownTotal?: number | undefined
  opener: RefObject<HTMLElement | null>
  onPaid: () => void
  onClose: () => void
}
