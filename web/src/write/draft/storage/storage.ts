import type { keys as everyKey } from '../../../session.ts'

/** What these modules ask of the browser's storage; the tests give it a small one. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

// The session's own keys, checked against it by type alone: importing it would bring React before the editor.
export const keys = {
  draft: 'letterContent',
  draftStamp: 'letterVersion',
  pendingLetter: 'pendingLetter',
  originAddress: 'originAddress',
  destinationAddress: 'destinationAddress',
} as const satisfies Partial<typeof everyKey>

/** The entry, or null; a browser that forbids storage has none. */
export function read(store: Store, key: string): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** False when it does not fit or storage is forbidden; what was there before stays. */
export function write(store: Store, key: string, value: string): boolean {
  try {
    store.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function remove(store: Store, key: string): void {
  try {
    store.removeItem(key)
  } catch {
    // Storage that is forbidden holds nothing to remove.
  }
}

function refuse(): never {
  throw new DOMException('storage is forbidden', 'SecurityError')
}
const forbidden: Store = { getItem: refuse, setItem: refuse, removeItem: refuse }

/** The browser's storage; the mere mention of `localStorage` may throw where the user forbids it. */
export function browserStore(): Store {
  try {
    return (localStorage as Storage | undefined) ?? forbidden
  } catch {
    return forbidden
  }
}
