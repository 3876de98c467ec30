import type { Preview } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { openConsole } from '../testing/console-app.ts'
import { openOwnLetters, type LettersApp } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import { price } from './money-commands.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

type Given = Parameters<typeof price>[2]
/** `price …` on the command line of that app. */
const commandOf =
  (app: Pick<LettersApp, 'db' | 'clock'>) =>
  (action: string, given: Given = {}) =>
    price(app, [action], given)
const tariff2027 = { from: '2027-01-01', code: 'postage', cents: '96' }

test('a tariff of the new year counts from its first instant in Madrid, for letters prepared from then on (design/money.md#dated-prices)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const added = await commandOf(app)('add', tariff2027)
  expect(added.trouble).toBe(false)
  expect(added.says).toContain('Desde el 1 de enero de 2027')
  expect(added.says.replaceAll('\u00a0', ' ')).toContain('Total (IVA incluido): 3,36 €')

  app.clock.set('2026-12-31T22:59:59Z')
  const before = await app.freeze(me)
  expect(before.total).toBe(329)
  app.clock.set('2026-12-31T23:00:00Z')
  const after = await app.freeze(me)
  const preview = await app.post(me, '/letters/preview?pdf=no', written())
  expect(after).toMatchObject({ total: 336, lines: [{ code: 'postage', cents: 96 }, {}, {}] })
  expect(preview.json<Preview>().total).toBe(336)
  // What was prepared before midnight is paid afterwards as it was shown.
  const kept = await app.db.selectFrom('letter').select(['id', 'total_cents']).execute()
  expect(new Map(kept.map(({ id, total_cents }) => [id, total_cents]))).toEqual(
    new Map([
      [before.id, 329],
      [after.id, 336],
    ]),
  )
})

test.each([
  ['today', { ...tariff2027, from: '2026-11-21' }, /todavía no ha llegado/],
  ['yesterday', { ...tariff2027, from: '2026-11-20' }, /todavía no ha llegado/],
  ['no day', { ...tariff2027, from: '2027-02-30' }, /^Use:/],
  ['an unknown part', { ...tariff2027, code: 'paper' }, /^Use:/],
  ['a part of a cent', { ...tariff2027, cents: '95.5' }, /^Use:/],
  ['euros', { ...tariff2027, cents: '0,96' }, /^Use:/],
  ['nothing', { ...tariff2027, cents: '' }, /^Use:/],
  ['postage below nothing', { ...tariff2027, cents: '-96' }, /no tendría sentido/],
  ['a discount that adds', { ...tariff2027, code: 'launch-discount', cents: '110' }, /no tendría sentido/],
  [
    'a letter for less than the provider charges',
    { ...tariff2027, code: 'launch-discount', cents: '-400' },
    /no tendría sentido/,
  ],
  ['a letter for more than a hundred euros', { ...tariff2027, cents: '96000' }, /no tendría sentido/],
])('%s is refused, and nothing is written', async (_, given, says) => {
  const app = await openConsole()
  const command = commandOf(app)
  expect(await command('add', given)).toEqual({ says: expect.stringMatching(says) as string, trouble: true })
  expect([await app.db.selectFrom('price').selectAll().execute(), await app.acts()]).toEqual([[], []])
})

test('a row stands once, is taken back only before its day, and each change is in the record', async () => {
  const app = await openConsole()
  const command = commandOf(app)
  const both = await Promise.all([command('add', tariff2027), command('add', { ...tariff2027, cents: '97' })])
  expect(both.filter(({ trouble }) => trouble)).toHaveLength(1)
  expect(both.map(({ says }) => says).join()).toContain('Ya hay un precio')
  expect((await command('remove', tariff2027)).says.replaceAll('\u00a0', ' ')).toContain('3,29 €')
  expect((await command('remove', tariff2027)).trouble).toBe(true)
  expect((await command('add', tariff2027)).trouble).toBe(false)

  const olga = await app.operator()
  const { prices } = (await app.call(olga, 'GET', 'prices')).json<{ prices: object[] }>()
  expect(prices).toHaveLength(4)
  expect(prices.at(-1)).toMatchObject({ from: '2027-01-01', code: 'postage', cents: 96 })
  expect((await command('list')).says).toMatch(
    /2025-01-01 {2}service .+de origen\n(.*\n)*2027-01-01 {2}postage/,
  )
  app.clock.set('2026-12-31T23:00:00Z')
  expect((await command('remove', tariff2027)).says).toMatch(/todavía no ha llegado/)
  const acts = (await app.acts()).map(({ action, subject, operator }) => [
    action,
    subject,
    operator.split(':')[0],
  ])
  expect(acts).toEqual(
    ['add-price', 'remove-price', 'add-price'].map((action) => [action, 'postage 2027-01-01', 'terminal']),
  )
})
