import {
  addressFields,
  type Address,
  haveSameBlock,
  sampleRecipient,
  sampleSender,
} from '@lacre/letter/address/address.ts'
import type { DraftAddresses } from '@lacre/letter/draft-calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { createListeners, keys, read, remove, watchAllTabs, write } from '../storage.ts'
import { isAddress, keepPending, pendingLetter } from './draft.ts'

export type Addresses = { originAddress: Address; destinationAddress: Recipient }
export type AddressRole = keyof Addresses
/** `written`: the pasted row, shown where it must be corrected. */
export type KeptRecipient = Recipient & { written?: string }

export const samples: Addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
/** Whether the sample is unchanged (design/sending.md#sample-addresses). */
export const isSample = (role: AddressRole, address: Address): boolean =>
  addressFields.every((field) => address[field].trim() === samples[role][field])

const entries = [keys.originAddress, keys.destinationAddress, keys.otherRecipients] as const
const listeners = createListeners()
/** Changes in this tab. Returns how to stop. */
export const watchAddressesHere = listeners.subscribe
/** Changes in this tab or another. Returns how to stop. */
export const watchAddresses = (listener: () => void): (() => void) =>
  watchAllTabs(entries, listeners.subscribe, listener)

/** An entry holds one address or a list. */
function addressesIn(entry: string | null): KeptRecipient[] {
  try {
    return [JSON.parse(entry ?? '[]') as unknown].flat().filter(isAddress)
  } catch {
    return []
  }
}

/** From the pending letter, else as saved, else the samples (specification, section 4). */
export function loadAddresses(): Addresses {
  const pending = pendingLetter()
  const load = (role: AddressRole) => pending?.[role] ?? addressesIn(read(keys[role]))[0] ?? samples[role]
  return { originAddress: load('originAddress'), destinationAddress: load('destinationAddress') }
}

/** Saves an address, also in a pending letter, which takes precedence on loading. */
export function keepAddress(role: AddressRole, address: Address): void {
  write(keys[role], JSON.stringify(address))
  const pending = pendingLetter()
  if (pending) keepPending({ ...pending, [role]: address })
  listeners.notify()
}

/** The recipients besides the one in the panel (design/sending.md#several-recipients). */
export const loadOthers = () => addressesIn(read(keys.otherRecipients))

export function keepOthers(others: KeptRecipient[]): void {
  if (others.length) write(keys.otherRecipients, JSON.stringify(others))
  else remove(keys.otherRecipients)
  listeners.notify()
}

/** Without `written`: the pasted row stays in this browser. */
const pick = ({
  name,
  street,
  city,
  state,
  postalCode,
  country,
  called,
  greeting,
}: Recipient): Recipient => ({
  name,
  street,
  city,
  state,
  postalCode,
  country,
  ...(called && { called }),
  ...(greeting && { greeting }),
})

/** The addresses for a draft; samples are never stored, so they are absent. */
export function keptAddresses(): DraftAddresses | undefined {
  const [[origin], [destination], others] = entries.map((key) => addressesIn(read(key)).map(pick)) as [
    Recipient[],
    Recipient[],
    Recipient[],
  ]
  const kept = {
    ...(origin && { origin }),
    ...(destination && { destination }),
    ...(others.length && { others }),
  }
  return Object.keys(kept).length ? kept : undefined
}

/** Saves the addresses of a draft from another device. */
export function keepAddresses({ origin, destination, others }: DraftAddresses): void {
  for (const [key, value] of Object.entries({
    [keys.originAddress]: origin,
    [keys.destinationAddress]: destination,
    [keys.otherRecipients]: others,
  }))
    if (value) write(key, JSON.stringify(value))
  listeners.notify()
}

const most = 5

/** The recipients of the last letters from this browser, newest first. */
export const recentRecipients = (): Address[] => addressesIn(read(keys.recentRecipients)).slice(0, most)

/** `kept`: the stored entry of the recipient. */
export function keepRecent(kept: string | null): void {
  const [recipient] = addressesIn(kept)
  if (!recipient || haveSameBlock(recipient, sampleRecipient)) return
  const others = recentRecipients().filter((one) => !haveSameBlock(one, recipient))
  write(keys.recentRecipients, JSON.stringify([recipient, ...others].slice(0, most)))
}
