import { addressFields, type Address } from '@lacre/letter/address/address.ts'
import { keys, read, remove, write, type Store } from '../storage.ts'

/** The letter that waits for its writer to sign in (specification, section 3). */
type PendingLetter = { content: string; originAddress: Address; destinationAddress: Address }

export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' &&
  value !== null &&
  addressFields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

function isPendingLetter(value: unknown): value is PendingLetter {
  if (typeof value !== 'object' || value === null) return false
  const { content, originAddress, destinationAddress } = value as Record<string, unknown>
  return typeof content === 'string' && isAddress(originAddress) && isAddress(destinationAddress)
}

/** Undefined when there is none or it cannot be read. */
export function pendingLetter(store: Store): PendingLetter | undefined {
  const text = read(keys.pendingLetter, store)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isPendingLetter(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** There is an entry, but no letter can be read from it. */
export const isPendingUnreadable = (store: Store): boolean =>
  read(keys.pendingLetter, store) !== null && pendingLetter(store) === undefined

export const keepPending = (store: Store, letter: PendingLetter): boolean =>
  write(keys.pendingLetter, JSON.stringify(letter), store)

export const forgetPending = (store: Store): void => remove(keys.pendingLetter, store)

/** The text of the letter that waits for its writer to sign in; empty when none can be read. */
export function pendingContent(): string {
  try {
    const pending = JSON.parse(read(keys.pendingLetter) ?? 'null') as { content?: unknown } | null
    return typeof pending?.content === 'string' ? pending.content : ''
  } catch {
    return ''
  }
}
