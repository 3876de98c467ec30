import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from '../faults/mutants/all.ts'

test('every mistake that the faults plant still finds its line in the source', () => {
  const edits = mutants.flatMap((mutant) => mutant.edits)
  expect(edits.length).toBeGreaterThan(80)
  const lost = edits.filter(([file, find]) => readFileSync(file, 'utf8').split(find).length !== 2)
  expect(lost.map(([file, find]) => `${file}: ${find}`)).toEqual([])
})
