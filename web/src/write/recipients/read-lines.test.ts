import { expect, test } from 'vitest'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { readList } from './read-rows.ts'

test.each([
  [
    'a label without its code',
    'Ana Ruiz\nCalle Mayor 5\nSoria\n\nEva Gil\nGran Vía, 8, 2.º B\n28013 Madrid',
    [/^Complete.*El código postal es requerido\.$/, undefined],
  ],
  [
    'a label without its code, and nothing between',
    'Ana Ruiz\nCalle Mayor 5\nSoria\nEva Gil\nGran Vía, 8, 2.º B\n28013 Madrid',
    [/El código postal es requerido/, undefined],
  ],
  ['a label without a name', 'Calle Mayor 5\n42001 Soria', [/^Complete.*El nombre es requerido\.$/]],
  [
    'a label without a street',
    'Ana Ruiz\n42001 Soria\n\nEva Gil\nGran Vía, 8\n28013 Madrid',
    [/requerid/, undefined],
  ],
  [
    'a label of another country',
    'Marie Petit\n5 rue du Port\n13001 Marseille\nFRANCE\nEva Gil\nGran Vía, 8\n28013 Madrid',
    [/Solo enviamos cartas a direcciones de España/, undefined],
  ],
  ['names in lines', 'Ana Ruiz\nEva Gil', [/La calle es requerida/, /La calle es requerida/]],
  [
    'a row without its code, above one with it',
    'Ana Ruiz, Calle Mayor 5, Soria\nEva Gil, Gran Vía, 8, 28013 Madrid',
    [/El código postal es requerido/, undefined],
  ],
  [
    'a label without code and town, and nothing between',
    'Ana Ruiz\nCalle Mayor 5\nEva Gil\nGran Vía 8\n28013 Madrid',
    [/requerid/, undefined],
  ],
  [
    'a name above a row with commas',
    'Luis Gil\nAna Ruiz, Alcalá 10, 28014 Madrid',
    [/La calle es requerida/, undefined],
  ],
])('%s: names the missing part, and fills it from no other address', (_, text, says) => {
  const rows = readList(text).rows
  expect(rows).toHaveLength(says.length)
  for (const [at, wrong] of says.entries()) {
    const detail = checkRecipient(rows[at]!.address)?.detail
    if (wrong) expect(detail).toMatch(wrong)
    else expect(detail).toBeUndefined()
  }
  expect(rows.map(({ written }) => written).join(' · ')).toBe(text.split(/\n+/).join(' · '))
})
