import { expect, test } from 'vitest'
import { codesOfOrderNumber } from '@lacre/letter/order-number.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { letterOf, paragraphs } from './testing/letters.ts'
import { readPages } from './testing/read-pdf.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

test.each([
  [
    'street and town; the name stands over the letter',
    ['Ana Gil', 'C. Mayor 1', '28009 Madrid'],
    'Rte.: C. Mayor 1 – 28009 Madrid',
  ],
  [
    'not the country',
    ['Ana Gil Paz', 'Rue de la République 12', '75001 Paris', 'Île-de-France', 'Francia'],
    'Rte.: Rue de la République 12 – 75001 Paris',
  ],
  [
    'the same of a long name',
    ['Begoña Ibáñez Núñez', 'Calle de Alcalá 112, 3.º B', '28009 Madrid'],
    'Rte.: Calle de Alcalá 112, 3.º B – 28009 Madrid',
  ],
  [
    'the town, and as much of the street as fits',
    ['Ana', 'Avenida de la Constitución Española 1978, escalera 4, 3.º B', '06700 Villanueva de la Serena'],
    /^Rte\.: Avenida de la Con\S*( \S+)*… – 06700 Villanueva de la Serena$/,
  ],
  [
    'something, whatever is written',
    ['Ñ'.repeat(200), 'W'.repeat(200), 'W'.repeat(200)],
    /^Rte\.: WWWW… – W+…$/,
  ],
])('the return line keeps %s', async (_, sender, expected) => {
  const set = await typesetter.set(letterOf(paragraphs(1), { sender }))
  const [page] = await readPages('pdf' in set ? set.pdf : Buffer.alloc(0))
  const line = page!.words.filter(
    ({ y }) => y > profile.returnLine.y && y < profile.returnLine.y + profile.returnLine.h,
  )
  expect(line.map(({ text }) => text).join('')).toMatch(expected)
  const last = line.at(-1)!
  expect(last.x + last.w).toBeLessThanOrEqual(profile.returnLine.x + profile.returnLine.w)
})

test('below it stands the number of the order, by which a letter that is back is found (design/letter.md#order-number)', async () => {
  const id = '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4'
  const set = await typesetter.set(letterOf(paragraphs(1), { sheetCode: letterCode(id) }))
  const [page] = await readPages('pdf' in set ? set.pdf : Buffer.alloc(0))
  const line = page!.words.find(({ text }) => text.startsWith('Pedido'))!
  expect(codesOfOrderNumber(line.text.replace('Pedido ', ''))).toBe(id.slice(0, 8))
  expect(line.x).toBeCloseTo(profile.returnLine.x, 0)
  expect(line.y).toBeLessThan(profile.recipient.y - 2)
})
