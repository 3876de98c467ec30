import { keys, read, write, type Store } from '../../../storage.ts'

/**
 * When the text in the local entry was last changed, kept beside it: a killed browser has written local storage some
 * seconds ago and the journal some milliseconds ago, and the newer of the two must win (design.md#newer-text-wins).
 *
 * The stamp says it of two texts, told apart by their length: the one about to be written and the one it replaces.
 * So it is right whichever of the two the disk holds, and of a text somebody else put there it says nothing.
 */
type Written = { at: number; length: number }

// Always as long, so that a full storage can still change it.
const digits = (number: number) => String(number).padStart(14)

function readStamp(store: Store): Written[] {
  const [at, length, atBefore, lengthBefore] = (read(keys.draftStamp, store) ?? '').trim().split(/\s+/)
  return [
    { at: Number(at), length: Number(length) },
    { at: Number(atBefore), length: Number(lengthBefore) },
  ]
}

/** When this content of the local entry was changed, in milliseconds; undefined when nobody stamped it. */
export const stampOf = (store: Store, content: string): number | undefined =>
  readStamp(store).find(({ length }) => length === content.length)?.at || undefined

export type Stamper = ReturnType<typeof draftStamper>

/** `held` is what the local entry holds now. */
export function draftStamper(store: Store, held: string) {
  let last: Written = { at: stampOf(store, held) ?? 0, length: held.length }
  return {
    /**
     * Stamps a content that was changed at `at`, then writes it: false when it did not fit, and then the stamp is
     * right all the same.
     */
    stamped(content: string, at: number, keep: (content: string) => boolean): boolean {
      const next: Written = { at, length: content.length }
      const stamp = [next.at, next.length, last.at, last.length].map(digits).join('')
      write(keys.draftStamp, stamp, store)
      const isKept = keep(content)
      if (isKept) last = next
      return isKept
    },
  }
}
