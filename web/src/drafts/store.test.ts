import { expect, test } from 'vitest'
import type { Current } from './db.ts'
import { choose } from './store.ts'

const current: Current = { html: '<p>b</p>', rev: 5, id: 'd', at: 1000, lost: 0 }
const held = (html: string, stamp?: [base: number | undefined, at: number]) => ({
  html,
  stamp: stamp && { base: stamp[0], at: stamp[1] },
  hidden: '',
})

test.each([
  ['nothing anywhere', held(''), undefined, 'same'],
  ['only local storage has one', held('<p>a</p>', [undefined, 1]), undefined, 'held'],
  ['both have the same', held('<p>b</p>', [2, 1]), current, 'same'],
  ['a later edit of it, also by a clock put back', held('<p>b c</p>', [5, 1]), current, 'held'],
  ['it grew from an older one, and was changed later', held('<p>a</p>', [4, 2000]), current, 'held'],
  ['it grew from an older one, and was changed before', held('<p>a</p>', [4, 999]), current, 'current'],
  ['another page has put it there', held('<p>a</p>'), current, 'held'],
  ['local storage was cleared', held(''), current, 'current'],
  [
    'local storage had no room for its photos',
    held('<p>b</p>', [5, 2000]),
    { ...current, html: '<p>b<img src="data:image/png;base64,AA=="></p>' },
    'current',
  ],
] as const)(
  '%s: of two kept texts the newer is shown (design/writing.md#newer-text-wins)',
  (_, entry, kept, chosen) => expect(choose(entry, kept)).toBe(chosen),
)
