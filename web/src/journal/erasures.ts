import { keys } from '../storage.ts'

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keys.erasures) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function write(ids: string[]) {
  try {
    if (ids.length) localStorage.setItem(keys.erasures, JSON.stringify(ids))
    else localStorage.removeItem(keys.erasures)
  } catch {
    // Without storage there is no session, and nothing in an account.
  }
}

/** The drafts that must still go from the account, by their names; kept when the browser is closed. */
export const erasures = {
  all: read,
  has: (id: string) => read().includes(id),
  add: (id: string) => write([...new Set([...read(), id])]),
  done: (id: string) => write(read().filter((one) => one !== id)),
}
