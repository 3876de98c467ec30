import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Listing } from './source.ts'

/** As long as the linter lets code be, which sees no other files. */
const longest = 250
const tooLong = (files: Listing) =>
  Object.entries(files)
    .filter(([, source]) => source.trimEnd().split('\n').length > longest)
    .map(([file]) => file)

test('style sheets, page templates and SQL are as short as code', () => {
  const paths = globSync('{server,web}/**/*.{css,typ,sql}', { exclude: ['**/node_modules', '**/dist'] })
  expect(paths.length).toBeGreaterThan(20)
  expect(tooLong(Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')])))).toEqual([])
})

test('a long sheet planted is caught', () => {
  const rule = '.a {\n  color: inherit;\n}\n'
  expect(tooLong({ 'web/src/planted.css': rule.repeat(84), 'web/src/short.css': rule.repeat(83) })).toEqual([
    'web/src/planted.css',
  ])
})
