import type { ComponentType } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'

export type AddressForm = ComponentType<{
  role: 'destinationAddress'
  address: Address
  isBusy: boolean
  trouble: string | undefined
  onSave: (address: Address) => void
  onClose: () => void
}>

/** What this screen has from the writing page; routes.tsx hands it over, and it comes when it is wanted. */
export type Parts = { addressForm: () => Promise<AddressForm> }
