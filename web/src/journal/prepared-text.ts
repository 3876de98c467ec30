import { keys, read, write } from '../storage.ts'
import { looksToSend } from './kept-looks.ts'

/** In hex, as the server writes it. */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The letters that were prepared last, and of which text: names and photos of theirs are no longer as it has them. */
type Prepared = { letters: string[]; text: string }

/** The same for the same text in the same looks. Undefined where a browser does not hash. */
export const markOf = (html: string): Promise<string | undefined> =>
  Promise.resolve()
    .then(() => sha256Of(new Blob([JSON.stringify([html, looksToSend()])])))
    .catch(() => undefined)

export function keepPrepared(text: string | undefined, letters: string[]): void {
  if (text) write(keys.prepared, JSON.stringify({ letters, text } satisfies Prepared))
}

/** Whether this text, as it is now, is the one that this letter was prepared from (design.md#success-archives-first). */
export async function isPreparedFrom(html: string, letter: string): Promise<boolean> {
  try {
    const { letters, text } = JSON.parse(read(keys.prepared) ?? '') as Prepared
    return letters.includes(letter) && text === (await markOf(html))
  } catch {
    return false
  }
}
