import { expect, test } from 'vitest'
import { createRoom } from './room.ts'

// design.md#bodies
test('the time that we make a body wait is not its own: it gives way as one that has just begun', () => {
  const room = createRoom({ total: 2, perKey: 2 })
  const gaveWay: string[] = []
  const enter = (name: string) => room.enter(name, () => gaveWay.push(name))
  const [ana, luis, eva] = [enter('ana'), enter('luis'), enter('eva')]
  expect([ana.take(1), luis.take(1)]).toEqual([true, true])
  ana.hasWaited()
  expect(eva.take(1)).toBe(true)
  expect(gaveWay).toEqual(['luis'])
})

test('a body that is whole gives way to nobody, also when it has waited', () => {
  const room = createRoom({ total: 1, perKey: 1 })
  const gaveWay: string[] = []
  const [ana, luis] = ['ana', 'luis'].map((name) => room.enter(name, () => gaveWay.push(name)))
  expect(ana!.take(1)).toBe(true)
  ana!.arrived()
  for (const body of [ana!, luis!]) body.hasWaited()
  expect(luis!.take(1)).toBe(false)
  expect(gaveWay).toEqual(['luis'])
})
