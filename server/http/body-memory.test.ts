import { expect, test } from 'vitest'
import { createMemoryBudget } from './bodies.ts'

// design.md#bodies
test('the time that we make a body wait is not its own: it is evicted as one that has just begun', () => {
  const budget = createMemoryBudget({ total: 2, perKey: 2 })
  const evicted: string[] = []
  const enter = (name: string) => budget.enter(name, () => evicted.push(name))
  const [ana, luis, eva] = [enter('ana'), enter('luis'), enter('eva')]
  expect([ana.reserve(1), luis.reserve(1)]).toEqual([true, true])
  ana.hasWaited()
  expect(eva.reserve(1)).toBe(true)
  expect(evicted).toEqual(['luis'])
})

test('a body that is whole is not evicted, also when it has waited', () => {
  const budget = createMemoryBudget({ total: 1, perKey: 1 })
  const evicted: string[] = []
  const [ana, luis] = ['ana', 'luis'].map((name) => budget.enter(name, () => evicted.push(name)))
  expect(ana!.reserve(1)).toBe(true)
  ana!.arrived()
  for (const body of [ana!, luis!]) body.hasWaited()
  expect(luis!.reserve(1)).toBe(false)
  expect(evicted).toEqual(['luis'])
})
