import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagramFile, drawStates } from '../../tools/state-diagram.ts'
import { findProofs, sentences, writeTable } from './proofs.ts'

const proofs = findProofs()

test('no sentence of the specification is without a test', () => {
  const proven = new Set(proofs.map(({ sentence }) => sentence))
  expect(Object.keys(sentences).filter((number) => !proven.has(number))).toEqual([])
})

test('no test names a sentence that does not exist', () => {
  expect(proofs.filter(({ sentence }) => !(sentence in sentences))).toEqual([])
})

test('docs/specification.md is what the tests say', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'specification.md'), 'utf8')
  expect(page).toBe(writeTable(proofs))
})

test('docs/design/states.md is drawn from the table of states', () => {
  expect(readFileSync(diagramFile, 'utf8')).toBe(drawStates())
})
