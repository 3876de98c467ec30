import { expect, test } from 'vitest'
import type { Current } from './db.ts'
import { choose } from './store.ts'

const current: Current = { html: '<p>b</p>', rev: 5, id: 'd', at: 1000, lost: 0 }
const local = (html: string, stamp?: [base: number | undefined, at: number]) => ({
  html,
  stamp: stamp && { base: stamp[0], at: stamp[1] },
  hidden: '',
})

test.each([
  ['nothing anywhere', local(''), undefined, 'same'],
  ['only local storage has one', local('<p>a</p>', [undefined, 1]), undefined, 'local'],
  ['both have the same', local('<p>b</p>', [2, 1]), current, 'same'],
  ['a later edit of it, also by a clock put back', local('<p>b c</p>', [5, 1]), current, 'local'],
  ['it grew from an older one, and was changed later', local('<p>a</p>', [4, 2000]), current, 'local'],
  ['it grew from an older one, and was changed before', local('<p>a</p>', [4, 999]), current, 'current'],
  ['another page has put it there', local('<p>a</p>'), current, 'local'],
  ['local storage was cleared', local(''), current, 'current'],
  [
    'local storage had no room for its photos',
    local('<p>b</p>', [5, 2000]),
    { ...current, html: '<p>b<img src="data:image/png;base64,AA=="></p>' },
    'current',
  ],
] as const)(
  '%s: of two kept texts the newer is shown (design/writing.md#newer-text-wins)',
  (_, entry, kept, chosen) => expect(choose(entry, kept)).toBe(chosen),
)
