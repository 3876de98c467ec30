// @module-tag long
import { globSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { code, importsOf, type Listing } from './source.ts'

/** Each has files and folders of its own: the modules, the domain, and the domain's largest folder. */
const wholes = [/^(?:server|web\/src)\/[\w-]+\//, /^letter\//, /^letter\/content\//]

/** The sub-folder of a whole that a file stands in; '' at its root. `web/src/write/editor/x.ts` is in `editor`. */
function subFolderOf(file: string, whole: RegExp): { module: string; folder: string } | undefined {
  const module = whole.exec(file)?.[0]
  const [first = '', ...below] = file.slice(module?.length).split('/')
  return module === undefined ? undefined : { module, folder: below.length ? first : '' }
}

const climbs = (listing: Listing): string[] => wholes.flatMap((whole) => climbsIn(whole, listing))

/**
 * Sub-folders import downwards only: as folders they form no circle, and what they import from the root of their
 * module imports no sub-folder itself. Each stray as `file -> target`.
 */
function climbsIn(whole: RegExp, listing: Listing): string[] {
  const edges = Object.entries(listing).flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ target }) => {
      const [from, to] = [subFolderOf(file, whole), subFolderOf(target, whole)]
      if (!from || !to || from.module !== to.module || !(target in listing)) return []
      // Each file at the root stands for itself: the module's ground (deps, table) and its top (routes) both live there.
      const [a, b] = [from.folder || file, to.folder || target].map((part) => `${from.module}: ${part}`)
      return a === b ? [] : [{ a: a!, b: b!, stray: `${file} -> ${target}` }]
    }),
  )
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    from === goal ||
    (!seen.has(from) && (seen.add(from), edges.some(({ a, b }) => a === from && reaches(b, goal, seen))))
  return edges.filter(({ a, b }) => reaches(b, a)).map(({ stray }) => stray)
}

test('the sub-folders of a module import downwards only (design.md#folders-show-the-order)', () => {
  expect(climbs(code)).toEqual([])
})

test.each([
  ['letter/content/links.ts', "import { readHtml } from './reading/read-html.ts'"],
  ['letter/content/clean.ts', "import { fold } from '../address/fold.ts'"],
  ['server/letters/pages/read-draft.ts', "import { freezeLetter } from '../freeze/freeze-letter.ts'"],
])('an arrow upwards planted in %s is caught: %s', (file, line) => {
  expect(climbs({ ...code, [file]: `${line}\n${code[file]}` })).not.toEqual(climbs(code))
})

const tooFull = 20

test(`a folder shows its order: at most ${tooFull} files in it, tests included (design.md#folders-show-the-order)`, () => {
  const every = globSync('{letter,server,web,journeys,bench,faults}/**/*.{ts,tsx,css,typ,sql}', {
    // Migrations stand in one row, by number, and their number only grows.
    exclude: ['**/node_modules/**', '**/dist/**', 'server/database/migrations/**'],
  })
  const folders = Map.groupBy(every, dirname)
  const full = [...folders].filter(([, files]) => files.length > tooFull)
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

const isProduction = (file: string) => /^(letter|server|web)\//.test(file) && !/\/testing\//.test(file)

/** What runs and imports from a folder of tests, as `file -> target`. */
const testsInUse = (listing: Listing): string[] =>
  Object.entries(listing).flatMap(([file, source]) =>
    importsOf(file, source)
      .filter(({ target }) => isProduction(file) && /(^|\/)testing\//.test(target))
      .map(({ target }) => `${file} -> ${target}`),
  )

test('production never imports from a folder named testing', () => {
  expect(testsInUse(code)).toEqual([])
  const stray = "import type { Prying } from './testing/prying-child.ts'"
  expect(testsInUse({ 'server/children/isolation.ts': stray })).toHaveLength(1)
  expect(testsInUse({ 'server/children/testing/pry.ts': stray })).toEqual([])
})
