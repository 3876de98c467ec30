import type { keepVersions as keep } from './db.ts'

export const databaseName = 'lacre'

/** Whether this browser has a database of letters; false where it forbids the question. */
export async function holdsLetters(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName)
  } catch {
    return false
  }
}

/** Messages to the other tabs; a tab does not receive its own. */
export type Channel = { tell: () => void; listen: (onChange: () => void) => void; close: () => void }

/** Undefined where unsupported; tabs then look into the database when they become visible. */
export function openChannel(): Channel | undefined {
  try {
    const channel = new BroadcastChannel('lacre-letter')
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      tell: () => channel.postMessage('changed'),
      listen: (onChange) => channel.addEventListener('message', onChange),
      close: () => channel.close(),
    }
  } catch {
    return undefined
  }
}

/** Tells other tabs, from a screen without an editor, that the letter changed. */
export function notifyTabs(): void {
  const channel = openChannel()
  channel?.tell()
  channel?.close()
}

/** Lazy: no page loads the database before its first paint. */
export const loadDatabase = () => import('./db.ts')
/** @throws where the browser forbids IndexedDB, or the code did not load. */
export const openLetters = () => loadDatabase().then((database) => database.openLetters())

/** False also where the code did not load. */
export const keepVersions: typeof keep = (...version) =>
  loadDatabase().then(
    (database) => database.keepVersions(...version),
    () => false,
  )
