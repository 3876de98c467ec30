import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProofs, sentences, withoutRuns, writeTable } from './proofs.ts'
import { lastRun, type Result } from './results.ts'

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
  expect(withoutRuns(page)).toBe(withoutRuns(writeTable(proofs, [])))
})

const proof = { sentence: '2.18', file: 'journeys/layout.spec.ts', title: 'at ${width} px nothing scrolls' }
const result = (title: string, status: Result['status']): Result => ({
  file: 'journeys/layout.spec.ts',
  title,
  status,
  day: '2026-11-21',
})
const [narrow, wide] = ['[2.18] at 320 px nothing scrolls', '[2.18] at 1300 px nothing scrolls'] as const

test.each([
  ['none of them ran', [], 'not run'],
  ['another test ran', [result('[2.18] at 320 px it stacks', 'passed')], 'not run'],
  [
    'a test of another file ran',
    [{ ...result(narrow, 'passed'), file: 'journeys/landing.spec.ts' }],
    'not run',
  ],
  ['all of them passed', [result(narrow, 'passed'), result(wide, 'passed')], 'passed 2026-11-21'],
  ['one of them failed', [result(narrow, 'passed'), result(wide, 'failed')], 'failed 2026-11-21'],
])('what a row says when %s', (_, results, says) => {
  expect(lastRun(proof, results)).toBe(says)
  const row = writeTable([proof], results).match(/^\| 2\.18 .*$/m)?.[0]
  expect(row).toContain(`(../journeys/layout.spec.ts) | ${says} |`)
})
