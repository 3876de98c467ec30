import type { keepVersions as keep } from './db.ts'

/** The one database of this browser's letters. */
export const databaseName = 'lacre'

/** Whether this browser holds letters; where it forbids to ask, it holds none. */
export async function holdsLetters(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName)
  } catch {
    return false
  }
}

/** To the other tabs of this browser; a tab does not hear itself. */
export type Channel = { tell: () => void; listen: (onChange: () => void) => void; close: () => void }

/** Without one the tabs look into the database when they are shown again. */
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

/** Says from a screen without an editor that the letter has changed. */
export function notifyTabs(): void {
  const channel = openChannel()
  channel?.tell()
  channel?.close()
}

/** The database's program, which no page loads before its first paint. */
export const loadDatabase = () => import('./db.ts')
/** @throws where the browser forbids IndexedDB, or the program did not come. */
export const openLetters = () => loadDatabase().then((database) => database.openLetters())

/** False also where the program did not come. */
export const keepVersions: typeof keep = (...version) =>
  loadDatabase().then(
    (database) => database.keepVersions(...version),
    () => false,
  )
