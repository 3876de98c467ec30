import { keys, read } from '../storage.ts'

/** The text of the letter that waits for its writer to sign in; empty when none can be read. */
export function pendingContent(): string {
  try {
    const pending = JSON.parse(read(keys.pendingLetter) ?? 'null') as { content?: unknown } | null
    return typeof pending?.content === 'string' ? pending.content : ''
  } catch {
    return ''
  }
}
