import { vi } from 'vitest'

/** A local storage with room for `room` characters, names included. */
export function stubStorage(entries: Record<string, string> = {}, room = Infinity): Record<string, string> {
  const size = () => Object.entries(entries).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, value: string) {
      const before = entries[key]
      entries[key] = value
      if (size() <= room) return
      if (before === undefined) delete entries[key]
      else entries[key] = before
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key: string) => delete entries[key],
  })
  return entries
}
