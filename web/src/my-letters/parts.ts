import { createContext, useContext, type ComponentType } from 'react'
import type { PaymentProps } from '../outside/cards/payment-props.ts'

export type PaymentDialog = ComponentType<PaymentProps>
type DrawFirstPage = (
  pdf: Uint8Array,
  width: number,
  signal: AbortSignal,
) => Promise<HTMLCanvasElement | undefined>

/** What this screen has from the writing page; routes.tsx hands it over, and each part comes when it is wanted. */
export type Parts = {
  paymentDialog: () => Promise<PaymentDialog>
  firstPage: () => Promise<DrawFirstPage>
}

const context = createContext<Parts | undefined>(undefined)
export const PartsProvider = context.Provider

export function useParts(): Parts {
  const parts = useContext(context)
  if (!parts) throw new Error('routes.tsx hands over no parts')
  return parts
}
