import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stateNames } from './words.ts'

test('the glossary calls the states as the pages do', () => {
  const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
  const [, part = ''] = glossary.split('## The way of a letter')
  const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| (\S.*?) +\| `([\w-]+)` +\|/gm)]
  expect(Object.fromEntries(rows.map(([, name = '', state = '']) => [state, name]))).toEqual(stateNames)
})

test('nothing ever says a letter was delivered (design/letter.md#no-delivery-claimed)', () => {
  expect(Object.values(stateNames).join(' ')).not.toMatch(/entregada|recibida|llegó/i)
})
