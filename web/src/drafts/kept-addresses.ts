import type { DraftAddresses } from '@lacre/letter/draft-calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { createListeners, keys, read, watchAllTabs, write } from '../storage.ts'
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
