import { days } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openConsole, openDesk, paidByCard } from '../testing/console-app.ts'
import { refund } from './money-commands.ts'

test('a refund that failed is asked for again by the whole number of its letter', async () => {
  const house = await openConsole()
  const desk = await openDesk(house)
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
  house.clock.pass(days(2))
  await house.deliver()
  for (const words of [[], ['retry'], [id.slice(0, 8)]])
    expect((await refund(house, words)).trouble).toBe(true)
  expect(await refund(house, [id])).toMatchObject({ trouble: false })
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(2)
})

test('of a charge that a bank decides about nothing is asked again', async () => {
  const house = await openConsole()
  const desk = await openDesk(house)
  const id = await paidByCard(house, '4000 0000 0000 0259')
  await desk.cancel(id)
  const { says, trouble } = await refund(house, [id])
  expect([says, trouble]).toEqual([expect.stringContaining('su banco decide'), true])
})
