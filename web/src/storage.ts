/** What the browser keeps under `key`, or null; one that forbids storage keeps nothing. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False when it does not fit or storage is forbidden; what was there before stays. */
export function write(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage that is forbidden holds nothing to remove.
  }
}

/** Those in this tab who want to know when something kept changes; a storage event comes from other tabs only. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
