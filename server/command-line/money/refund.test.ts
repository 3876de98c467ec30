import { days } from '@lacre/letter/duration.ts'
import { expect, test } from 'vitest'
import { openDesk, paidByCard } from '../../testing/console-desk.ts'
import { consoleHouse } from '../../testing/console-house.ts'
import { refund } from './refund.ts'

test('a refund that failed is listed, and asked for again by the number that the list gives', async () => {
  const house = await consoleHouse()
  const desk = await openDesk(house)
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
  expect(await refund(house, ['list'])).toEqual({ says: 'Ninguna devolución espera.', trouble: false })
  house.clock.pass(days(2))
  await house.tell()
  const [listed = ''] = (await refund(house, ['list'])).says.split('  ')
  expect(listed).toBe(id)

  for (const short of [[], ['retry'], ['retry', id.slice(0, 8)]]) {
    const { says, trouble } = await refund(house, short)
    expect([says, trouble]).toEqual([expect.stringContaining('con el número entero'), true])
  }
  expect(await refund(house, ['retry', listed])).toMatchObject({ trouble: false })
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(2)
})

test('of a charge that a bank decides about nothing is asked again', async () => {
  const house = await consoleHouse()
  const desk = await openDesk(house)
  const id = await paidByCard(house, '4000 0000 0000 0259')
  await desk.cancel(id)
  const { says, trouble } = await refund(house, ['retry', id])
  expect([says, trouble]).toEqual([expect.stringContaining('su banco decide'), true])
})
