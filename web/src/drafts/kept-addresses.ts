import type { DraftAddresses } from '@lacre/letter/draft-calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { type Address, haveSameBlock, sampleRecipient } from '@lacre/letter/address/address.ts'
import { createListeners, keys, read, type Store, watchAllTabs, write } from '../storage.ts'
import { isAddress } from './pending-letter.ts'

const entries = [keys.originAddress, keys.destinationAddress, keys.otherRecipients] as const
const listeners = createListeners()
/** To be called after one of the entries was written in this tab. */
export const addressesChanged = listeners.notify
/** Calls the listener when they change in this tab. Returns how to stop. */
export const watchAddressesHere = listeners.subscribe
/** Calls the listener when addresses change, in this tab or another. Returns how to stop. */
export const watchAddresses = (listener: () => void): (() => void) =>
  watchAllTabs(entries, listeners.subscribe, listener)

/** What was pasted stays in the browser. */
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

const parse = (key: string): Recipient[] => {
  try {
    return [JSON.parse(read(key) ?? '[]') as unknown].flat().filter(isAddress)
  } catch {
    return []
  }
}

/** As a draft keeps them: without the samples, which no entry holds. */
export function keptAddresses(): DraftAddresses | undefined {
  const [[origin], [destination], others] = entries.map((key) => parse(key).map(pick)) as [
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

/** Those of a draft from another device. */
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

/** To whom the last letters went from this browser, the newest first. */
export function recentRecipients(store: Store): Address[] {
  try {
    const value: unknown = JSON.parse(read(keys.recentRecipients, store) ?? '[]')
    return Array.isArray(value) ? value.filter(isAddress).slice(0, most) : []
  } catch {
    return []
  }
}

/** `kept`: as the letter's recipient is kept. */
export function keepRecent(store: Store, kept: string): void {
  try {
    const recipient: unknown = JSON.parse(kept)
    if (!isAddress(recipient) || haveSameBlock(recipient, sampleRecipient)) return
    const others = recentRecipients(store).filter((one) => !haveSameBlock(one, recipient))
    write(keys.recentRecipients, JSON.stringify([recipient, ...others].slice(0, most)), store)
  } catch {
    // What cannot be read was no recipient.
  }
}
