import { orderNumber } from '@lacre/letter/order-number.ts'
import { expect, test } from 'vitest'
import { openConsole, openDesk, paidByCard } from '../testing/console-app.ts'
import { letters } from './letter-commands.ts'

test('a letter is explained by what the console says of it, with nothing of what is in it or whose it is', async () => {
  const house = await openConsole()
  const desk = await openDesk(house)
  const id = await paidByCard(house)
  await desk.post('batches', {})
  await house.doubt(id)
  const explain = (name: string) => letters(house, ['explain', name])
  const { says, trouble } = await explain(orderNumber(id))
  expect([says, trouble]).toEqual([
    expect.stringMatching(
      new RegExp(
        [
          `^Carta ${id}: .+ Páginas: 1, hojas: 1, código del documento: \\S+\\.`,
          'Pago: paid, 3,29 € por 1 carta, devueltos 0,00 €\\.',
          '.+ \\(sender\\)',
          '.+ \\(card-provider\\)',
          '.+ \\(operator\\)',
          '.+ \\(card-provider\\)',
          '.+ impresión 1: batched, tanda B0001$',
        ].join('\n'),
      ),
    ),
    false,
  ])
  expect((await explain(id.slice(0, 8))).says).toBe(says)
  expect(says).not.toContain('@')
  for (const name of ['', '%', '________', 'no-such', '00000000'])
    expect(await explain(name)).toMatchObject({ trouble: true })
})
