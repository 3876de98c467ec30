import { addressFields, type Address, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { addressesChanged } from '../../drafts/kept-addresses.ts'
import { isAddress, keepPending, pendingLetter } from '../../drafts/pending-letter.ts'
import { keys, read, write, type Store } from '../../storage.ts'

/** Who writes and who is written to. */
export type Addresses = { originAddress: Address; destinationAddress: Recipient }
export type AddressRole = keyof Addresses

export const samples: Addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
/** Nobody changed it (design/sending.md#sample-addresses). */
export const isSample = (role: AddressRole, address: Address): boolean =>
  addressFields.every((field) => address[field].trim() === samples[role][field])

const entries = {
  originAddress: keys.originAddress,
  destinationAddress: keys.destinationAddress,
} satisfies Record<AddressRole, string>

function saved(store: Store, role: AddressRole): Address | undefined {
  try {
    const value: unknown = JSON.parse(read(entries[role], store) ?? 'null')
    return isAddress(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** From the pending letter, then what was saved, then the samples (specification, section 4). */
export function loadAddresses(store: Store): Addresses {
  const pending = pendingLetter(store)
  const load = (role: AddressRole) => pending?.[role] ?? saved(store, role) ?? samples[role]
  return { originAddress: load('originAddress'), destinationAddress: load('destinationAddress') }
}

/** Saved on every change; a pending letter, from which the addresses come first, learns of it too. */
export function keepAddress(store: Store, role: AddressRole, address: Address): void {
  write(entries[role], JSON.stringify(address), store)
  const pending = pendingLetter(store)
  if (pending) keepPending(store, { ...pending, [role]: address })
  addressesChanged()
}
