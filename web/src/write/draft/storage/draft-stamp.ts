import { keys, read, write, type Store } from '../../../storage.ts'

/**
 * When the text in the local entry was last changed, kept beside it: a killed browser has written local storage some
 * seconds ago and the journal some milliseconds ago, and the newer of the two must win (design.md#newer-text-wins).
 *
 * The stamp says it of two texts, told apart by their length: the one about to be written and the one it replaces.
 * So it is right whichever of the two the disk holds, and of a text somebody else put there it says nothing.
 *
 * `since`: the time of the text it was typed into, where the journal had not yet said whether that one is erased; else 0.
 */
type Written = { at: number; length: number; since: number }

// Always as long, so that a full storage can still change it.
const digits = (number: number) => String(number).padStart(14)

function readStamp(store: Store): Written[] {
  const numbers = (read(keys.draftStamp, store) ?? '').trim().split(/\s+/).map(Number)
  const [at = 0, length = 0, atBefore = 0, lengthBefore = 0, since = 0, sinceBefore = 0] = numbers
  return [
    { at, length, since },
    { at: atBefore, length: lengthBefore, since: sinceBefore },
  ]
}

/** When this content of the local entry was changed, in milliseconds; without `at` when nobody stamped it. */
export function stampOf(store: Store, content: string): { at: number | undefined; since?: number } {
  const found = readStamp(store).find(({ length }) => length === content.length)
  return { at: found?.at || undefined, ...(found?.since && { since: found.since }) }
}

export type Stamper = ReturnType<typeof draftStamper>

/** `held` is what the local entry holds now. */
export function draftStamper(store: Store, held: string) {
  const { at: heldAt = 0, since: heldSince = heldAt } = stampOf(store, held)
  let last: Written = { at: heldAt, length: held.length, since: heldSince }
  let since = heldSince
  return {
    /** What is written from now on was not typed into a text that may be erased. */
    confirm: () => void (since = 0),
    /**
     * Stamps a content that was changed at `at`, then writes it: false when it did not fit, and then the stamp is
     * right all the same.
     */
    stamped(content: string, at: number, keep: (content: string) => boolean): boolean {
      const next: Written = { at, length: content.length, since }
      const stamp = [next.at, next.length, last.at, last.length, next.since, last.since].map(digits).join('')
      write(keys.draftStamp, stamp, store)
      const isKept = keep(content)
      if (isKept) last = next
      return isKept
    },
  }
}
