import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { addressesChanged } from '../../drafts/kept-addresses.ts'
import { isAddress } from '../../drafts/pending-letter.ts'
import { keys, read, remove, write, type Store } from '../../storage.ts'

/** `written`: the row as it was pasted, for whoever must correct it. */
export type KeptRecipient = Recipient & { written?: string }

/** Whom the letter goes to beside the recipient in the panel (design/sending.md#several-recipients). */
export function loadOthers(store: Store): KeptRecipient[] {
  try {
    const value: unknown = JSON.parse(read(keys.otherRecipients, store) ?? '[]')
    return Array.isArray(value) ? value.filter(isAddress) : []
  } catch {
    return []
  }
}

export function keepOthers(store: Store, others: KeptRecipient[]): void {
  if (others.length) write(keys.otherRecipients, JSON.stringify(others), store)
  else remove(keys.otherRecipients, store)
  addressesChanged()
}
