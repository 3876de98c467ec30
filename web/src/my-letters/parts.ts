import { createContext, useContext, type ComponentType } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'
import type { Day, ClosedDays, PostingDay } from '@lacre/letter/days.ts'
import type { PaymentProps } from '../outside/card-form.ts'

/** As the writing page's dialog takes it. */
export type DayDialog = ComponentType<{
  isOpen: boolean
  chosen: PostingDay
  today: Day
  ahead: number
  closed: ClosedDays
  onChoose: (chosen: PostingDay) => Promise<string | undefined>
  onClose: () => void
}>
export type AddressModal = ComponentType<{
  role: 'destinationAddress'
  address: Address
  isOpen: boolean
  isBusy: boolean
  trouble: string | undefined
  saveWords: string
  onSave: (address: Address) => void
  onClose: () => void
}>
export type PaymentDialog = ComponentType<PaymentProps>
type DrawFirstPage = (
  pdf: Uint8Array,
  width: number,
  signal: AbortSignal,
) => Promise<HTMLCanvasElement | undefined>

export type KeepDialog = ComponentType<{
  letter: Looks & Pick<LetterDetail, 'content' | 'destination' | 'order'>
  onKept: (name: string) => void
  onClose: () => void
}>

/** What this screen has from the writing page; routes.tsx hands it over, and each part comes when it is wanted. */
export type Parts = {
  paymentDialog: () => Promise<PaymentDialog>
  dayDialog: () => Promise<DayDialog>
  firstPage: () => Promise<DrawFirstPage>
  addressModal: () => Promise<AddressModal>
  keepDialog: () => Promise<KeepDialog>
}

const context = createContext<Parts | undefined>(undefined)
export const PartsProvider = context.Provider

export function useParts(): Parts {
  const parts = useContext(context)
  if (!parts) throw new Error('routes.tsx hands over no parts')
  return parts
}
