import { expect, test } from 'vitest'
import { holdBudgets } from './budgets.ts'

const manifest = {
  'src/main.tsx': { file: 'main.js', imports: ['_react'] },
  _react: { file: 'react.js' },
  'src/account/login.tsx': { file: 'login.js', imports: ['src/main.tsx'] },
  'src/write/island.ts': { file: 'island.js', imports: ['_prosemirror'] },
  _prosemirror: { file: 'prosemirror.js' },
  '_journal-a1.js': { file: 'journal.js' },
  'src/write/write.tsx': { file: 'write.js', imports: ['src/main.tsx'] },
}
const pages = {
  '/login': { file: 'login/index.html', screen: ['src/account/login.tsx'] },
  '/write': { file: 'write/index.html', screen: ['src/write/write.tsx'] },
}
const light = () => 20_000

test('build: pages within their budget are built', () => {
  expect(() => holdBudgets(manifest, pages, light)).not.toThrow()
})

test('build: a page over its budget fails the build and is named', () => {
  const heavyLogin = (file: string) => (file === 'login.js' ? 60_000 : light())
  expect(() => holdBudgets(manifest, pages, heavyLogin)).toThrow(
    'These pages are over their budget:\n/login: 3 scripts, 120.0 kB (at most 4 scripts, 103.0 kB)',
  )
})

test('build: too many files fail the build too; for /write the editor’s chunks count', () => {
  const more = {
    ...manifest,
    _one: { file: 'one.js' },
    'src/write/island.ts': { file: 'island.js', imports: ['_prosemirror', '_one'] },
    '_journal-b2.js': { file: 'journal-too.js' },
  }
  expect(() => holdBudgets(more, pages, () => 100)).toThrow('/write: 8 scripts, 0.9 kB (at most 7 scripts')
})
