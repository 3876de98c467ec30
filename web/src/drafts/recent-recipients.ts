import { type Address, haveSameBlock, sampleRecipient } from '@lacre/letter/address/address.ts'
import { keys, read, write, type Store } from '../storage.ts'
import { isAddress } from './pending-letter.ts'

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
