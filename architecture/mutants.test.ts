import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailMutants } from '../faults/mutants/mail.ts'
import { moneyMutants } from '../faults/mutants/money.ts'
import { paperMutants } from '../faults/mutants/paper.ts'
import { pressMutants } from '../faults/mutants/press.ts'

test('every mistake that the faults plant still finds its line in the source', () => {
  const edits = [...mailMutants, ...moneyMutants, ...paperMutants, ...pressMutants].flatMap(
    (mutant) => mutant.edits,
  )
  expect(edits.length).toBeGreaterThan(40)
  const lost = edits.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
  expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([])
})
