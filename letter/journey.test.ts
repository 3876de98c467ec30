import { expect, test } from 'vitest'
import { after, journey, states, type State, type Step } from './journey.ts'

const steps = [...new Set(Object.values(journey).flatMap((step) => Object.keys(step) as Step[]))]

/** Every state that can follow `from`, by any number of the steps allowed. */
function reachable(from: State, allowed: Step[] = steps): Set<State> {
  const found = new Set<State>([from])
  for (const state of found)
    for (const step of allowed) {
      const next = after(state, step)
      if (next) found.add(next)
    }
  return found
}

test('every state can be reached from a frozen letter, and every step leads to a state', () => {
  expect([...reachable('frozen')].toSorted()).toEqual(states.toSorted())
})

const statesBefore = (step: Step) => states.filter((state) => after(state, step))

test('without a payment, and without a person who decides, nothing is ever printed (design/trust.md#never-printed-unpaid)', () => {
  const unpaid = reachable(
    'frozen',
    steps.filter((step) => step !== 'pay' && step !== 'resume'),
  )
  expect([...unpaid].toSorted()).toEqual(['cancelled', 'expired', 'frozen', 'needs-person'])
  expect(statesBefore('batch')).toEqual(['paid'])
})

test('a letter can be cancelled until its batch closes, and then no more (design/letter.md#cancel-until-closed)', () => {
  expect(statesBefore('cancel').toSorted()).toEqual(['frozen', 'needs-person', 'paid'])
})

test('no step is taken twice in a row: doing it again is refused, not repeated', () => {
  for (const state of states)
    for (const step of steps) {
      const next = after(state, step)
      if (next) expect(after(next, step)).toBeUndefined()
    }
})

test('what came back is the end; only a doubt leaves a cancelled or an expired letter', () => {
  expect(journey.returned).toEqual({})
  expect(Object.keys(journey.cancelled)).toEqual(['doubt'])
  expect(Object.keys(journey.expired)).toEqual(['doubt'])
})

test('the states of objects are no states of letters', () => {
  expect(after('frozen', 'constructor' as Step)).toBeUndefined()
})
