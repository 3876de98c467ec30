// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { growsLinearly } from '@lacre/letter/content/testing/growth.ts'
import { readList } from './read-rows.ts'

const ana = {
  name: 'Ana Ruiz',
  street: 'Calle Mayor 5',
  city: 'Soria',
  state: '',
  postalCode: '42001',
  country: 'España',
}
const addresses = (text: string) => readList(text).rows.map(({ address }) => address)

test.each([
  ['cells of a spreadsheet', 'Ana Ruiz\tCalle Mayor 5\t42001\tSoria'],
  ['town first', 'Ana Ruiz\tCalle Mayor 5\tSoria\t42001'],
  ['semicolons', 'Ana Ruiz;Calle Mayor 5;42001;Soria'],
  ['commas and quotes', '"Ana Ruiz","Calle Mayor 5","42001","Soria"'],
  ['code and town in one cell', 'Ana Ruiz;Calle Mayor 5;42001 Soria'],
  ['a country', 'Ana Ruiz, Calle Mayor 5, Soria, 42001, España'],
  ['headings', 'C.P.;Población;Nombre;Dirección\n42001;Soria;Ana Ruiz;Calle Mayor 5'],
  [
    'name and surname apart',
    'Nombre;Apellidos;Calle;Código postal;Localidad\nAna;Ruiz;Calle Mayor 5;42001;Soria',
  ],
  [
    'surname first',
    'Primer apellido;Nombre;Dirección;Código postal;Ciudad\nRuiz;Ana;Calle Mayor 5;42001;Soria',
  ],
  ['rows that are counted', 'N.º;Nombre;Calle;CP;Ciudad\n1;Ana Ruiz;Calle Mayor 5;42001;Soria'],
  ['a number that counts it', '1;Ana Ruiz;Calle Mayor 5;42001;Soria\n'],
  ['a list that is numbered', '1. Ana Ruiz; Calle Mayor 5; 42001; Soria'],
  ['a list that is numbered, with commas', '12) Ana Ruiz, Calle Mayor 5, 42001 Soria'],
  ['a list with dashes', '- Ana Ruiz, Calle Mayor 5, 42001 Soria'],
  ['a list of lines that is numbered', '1. Ana Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['a list of lines with points', '•Ana Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['a dash between code and town', 'Ana Ruiz;Calle Mayor 5;42001 - Soria'],
  [
    'the whole heading of the street',
    'Nombre;Dirección postal;CP;Ciudad\nAna Ruiz;Calle Mayor 5;42001;Soria',
  ],
  ['empty rows and cells', '\r\n\r\n Ana Ruiz ; ;Calle Mayor 5;42001;Soria;\r\n;;;\r\n'],
  ['a byte order mark', '\u{feff}Ana Ruiz;Calle Mayor 5;42001;Soria'],
  ['a byte order mark before quotes', '\u{feff}"Ana Ruiz";"Calle Mayor 5";42001;Soria'],
  ['upright lines', 'Ana Ruiz|Calle Mayor 5|42001|Soria'],
  [
    'upright lines around it, and dashes below the headings',
    '| Nombre | Calle | CP | Ciudad |\n|---|:--|--:|---|\n| Ana Ruiz | Calle Mayor 5 | 42001 | Soria |',
  ],
  ['a line that tells the separator', 'sep=;\r\nAna Ruiz;Calle Mayor 5;42001;Soria'],
  ['commas told of', '\u{feff}sep=,\nAna Ruiz,Calle Mayor 5,42001,Soria'],
  ['headings and commas', 'Nombre,Calle,CP,Ciudad\nAna Ruiz,Calle Mayor 5,42001,Soria'],
  ['a telephone and an e-mail', 'Ana Ruiz;600 123 123;ana@correo.es;Calle Mayor 5;42001;Soria;+34975123123'],
  ['a cell of several lines', 'Ana Ruiz;"Calle Mayor 5\n42001 Soria"'],
  ['nothing but one cell, of several lines', '"Ana Ruiz\r\nCalle Mayor 5\r\n42001 Soria"\r\n'],
  ['no comma before the code', 'Ana Ruiz, Calle Mayor 5 42001 Soria'],
  ['lines', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['lines, a country and a telephone', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria\nEspaña\nTel. 975 12 31 23'],
  ['lines, the code in front of it all', 'Ana Ruiz\nCalle Mayor 5\nC.P. 42001 Soria'],
  ['lines, the code by itself', 'Ana Ruiz\nCalle Mayor 5\n42001\nSoria'],
  ['lines, the town first', 'Ana Ruiz\nCalle Mayor 5\nSoria\n42001'],
  ['lines with empty ones between', 'Ana Ruiz\n\nCalle Mayor 5\n\n42001 Soria\n'],
])('a row with %s is an address (design/sending.md#several-recipients)', (_, text) => {
  expect(addresses(text)).toEqual([ana])
})

test.each([
  ['a nought that the spreadsheet took', 'Ana Ruiz;Calle 5;8001;Barcelona', { postalCode: '08001' }],
  ['a province', 'Ana Ruiz;Calle 5;Getafe;28901;Madrid', { city: 'Getafe', state: 'Madrid' }],
  [
    'a door of its own',
    'Ana Ruiz, Calle Mayor, 5, 3.º B, 42001, Soria',
    { street: 'Calle Mayor, 5, 3.º B', city: 'Soria' },
  ],
  [
    'number and door in columns of their own',
    'Nombre;Calle;Número;Piso;Puerta;CP;Ciudad\nAna Ruiz;Calle Mayor;5;3.º;B;42001;Soria',
    { street: 'Calle Mayor, 5, 3.º, B', city: 'Soria' },
  ],
  [
    'a semicolon in quotes, among commas',
    '"Ana Ruiz","Calle Mayor 5; 3.º B",42001,Soria',
    { name: 'Ana Ruiz', street: 'Calle Mayor 5; 3.º B', city: 'Soria' },
  ],
  [
    'a tab in quotes, among semicolons',
    'Ana Ruiz;"Calle Mayor\t5";42001;Soria',
    { name: 'Ana Ruiz', street: 'Calle Mayor 5', city: 'Soria' },
  ],
  [
    'inches, which are no quotes',
    'Ana 3" Ruiz;Calle Mayor 5" B;42001;Soria',
    { name: 'Ana 3" Ruiz', city: 'Soria' },
  ],
  [
    'quotes within quotes',
    '"Ana ""Nani"" Ruiz";"Calle; 5";42001;Soria',
    { name: 'Ana "Nani" Ruiz', street: 'Calle; 5' },
  ],
])('a row with %s', (_, text, part) => {
  expect(addresses(text)).toMatchObject([part])
})

const eva = { ...ana, name: 'Eva Gil', street: 'Gran Vía, 8, 2.º B', postalCode: '28013', city: 'Madrid' }

test.each([
  [
    'rows with a separator each',
    'Ana Ruiz;Calle Mayor 5;42001;Soria\nEva Gil|Gran Vía, 8, 2.º B|28013|Madrid\nAna Ruiz\tCalle Mayor 5\t42001\tSoria',
    [ana, eva, ana],
  ],
  [
    'rows with commas',
    'Ana Ruiz, Calle Mayor 5, 42001 Soria\nEva Gil, Gran Vía, 8, 2.º B, Madrid, 28013',
    [ana, eva],
  ],
  [
    'labels with an empty line between',
    'Ana Ruiz\nCalle Mayor 5\n42001 Soria\n\nEva Gil\nGran Vía, 8, 2.º B\n28013 Madrid\n',
    [ana, eva],
  ],
  [
    'labels with nothing between',
    'Ana Ruiz\r\nCalle Mayor 5\r\n42001 Soria\r\nEva Gil\r\nGran Vía, 8, 2.º B\r\n28013 Madrid\r\nEspaña',
    [ana, eva],
  ],
  [
    'labels in a column of cells',
    '"Ana Ruiz\nCalle Mayor 5\n42001 Soria"\n"Eva Gil\nGran Vía, 8, 2.º B\n28013 Madrid"',
    [ana, eva],
  ],
  [
    'labels with PO boxes numbered like postal codes',
    'Ana Ruiz\nApdo. Correos 10345\n42001 Soria\nEva Gil\nGran Vía, 8, 2.º B\n28013 Madrid',
    [{ ...ana, street: 'Apdo. Correos 10345' }, eva],
  ],
  [
    'rows and labels',
    'Ana Ruiz;Calle Mayor 5;42001;Soria\nEva Gil\nGran Vía, 8, 2.º B\n28013 Madrid\nAna Ruiz, Calle Mayor 5, 42001 Soria',
    [ana, eva, ana],
  ],
  [
    'a company and a door',
    'Eva Gil\nPapeles S. L.\nGran Vía, 8\n2.º B\n28013 Madrid',
    [{ ...eva, street: 'Papeles S. L., Gran Vía, 8, 2.º B' }],
  ],
  [
    'first name and surnames in cells of their own',
    'Ana;Ruiz;Calle Mayor 5;42001;Soria\nEva;Gil;Gran Vía, 8, 2.º B;28013;Madrid',
    [ana, eva],
  ],
  ['one surname in a cell, with tabs', 'Ana\tRuiz\tCalle Mayor 5\t42001\tSoria', [ana]],
  [
    'two surnames, and a first name of two words',
    'Ana;Ruiz;Gil;Calle Mayor 5;42001;Soria\nEva;Gil;Sanz;Calle Mayor 5;42001;Soria\nMaría José;Gil;Sanz;Calle Mayor 5;42001;Soria',
    ['Ana Ruiz Gil', 'Eva Gil Sanz', 'María José Gil Sanz'].map((name) => ({ ...ana, name })),
  ],
  [
    'labels side by side',
    'Ana Ruiz\tEva Gil\tAna Ruiz\nCalle Mayor 5\tGran Vía, 8, 2.º B\tCalle Mayor 5\n42001 Soria\t28013 Madrid\t42001 Soria',
    [ana, eva, ana],
  ],
  [
    'two rows of labels side by side, the last alone',
    'Ana Ruiz;Eva Gil\nCalle Mayor 5;Gran Vía, 8, 2.º B\n42001 Soria;28013 Madrid\n;\nAna Ruiz;\nCalle Mayor 5;\n42001 Soria;',
    [ana, eva, ana],
  ],
  [
    'columns parted by spaces',
    'Nombre     Dirección            CP     Ciudad\nAna Ruiz   Calle Mayor 5        42001  Soria\nEva Gil    Gran Vía, 8, 2.º B   28013  Madrid',
    [ana, eva],
  ],
  [
    'columns parted by spaces, without headings',
    'Ana Ruiz   Calle Mayor 5        42001  Soria\nEva Gil    Gran Vía, 8, 2.º B   28013  Madrid',
    [ana, eva],
  ],
])('%s are addresses (design/sending.md#several-recipients)', (_, text, expected) => {
  expect(addresses(text)).toEqual(expected)
})

test.each([
  ['no name', ';Calle Mayor 5;3.º B;42001;Soria', 'El nombre es requerido'],
  ['nothing but a name', 'Ana Ruiz', 'La calle es requerida'],
  ['no town', 'Ana Ruiz;Calle 5;42001', 'La ciudad es requerida'],
  ['no code', 'Ana Ruiz;Calle 5;Soria', 'El código postal es requerido'],
  ['no code there is', 'Ana Ruiz;Calle 5;Soria;99999', 'El código postal del destinatario no es de España'],
  [
    'another country',
    'Ana Ruiz;Rue 5;13001;Marseille;Francia',
    'Solo enviamos cartas a direcciones de España',
  ],
])('a row with %s keeps its text and says what is wrong: %s', (_, text, says) => {
  const [row] = readList(text).rows
  expect(row?.written).toBe(text.split(';').filter(Boolean).join(' · '))
  expect(checkRecipient(row!.address)?.detail).toContain(says)
})

test('a row lacking a cell of space-separated columns gives no address', () => {
  const list = readList(
    'Nombre     Calle           CP     Ciudad\nAna Ruiz   Calle Mayor 5   42001  Soria\nEva Gil    42001  Soria',
  )
  expect(list).toMatchObject({ rows: [{ address: ana }], withoutAddress: ['Eva Gil 42001 Soria'] })
})

test('reports lines above the headings of a table', () => {
  const list = readList('Navidad 2026\nNombre;Dirección;CP;Ciudad\nAna Ruiz;Calle Mayor 5;42001;Soria')
  expect(list).toMatchObject({ rows: [{ address: ana }], unused: ['«Navidad 2026»'] })
})

test.each([
  ['under headings', `Nombre;Calle;CP;Ciudad${';x'.repeat(400)}\nAna Ruiz;Calle Mayor 5;42001;Soria`],
  ['without headings', `Ana Ruiz;Calle Mayor 5;42001;Soria${';'.repeat(30)}`],
])('a text wider than any list, %s, is read row by row', (_, text) => {
  const list = readList(text)
  expect(list.table).toBeUndefined()
  expect(list.rows.at(-1)).toMatchObject({ address: ana })
})

test('an unclosed quote affects only its row', () => {
  expect(addresses('"Ana;Calle 5;42001;Soria\nEva;Calle 6;42001;Soria').map(({ name }) => name)).toEqual([
    '"Ana',
    'Eva',
  ])
})

test('there are no more rows than lines, and each field fits the call', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', '1', ';', ',', '\t', '"', ' ') })),
      (lines) => {
        const rows = readList(lines.join('\n')).rows
        expect(rows.length).toBeLessThanOrEqual(lines.length)
        for (const { address } of rows)
          for (const field of Object.values(address)) expect(field).not.toMatch(/[\n\t]/)
      },
    ),
  )
})

test.each([
  '"',
  '"a',
  'a;',
  '",',
  ';"',
  ';""',
  ',"a""',
  '\n',
  ' ',
  '1',
  '28008 ',
  '"";',
  'a\t',
  '|',
  '|a',
  "'1;",
  'a\n',
  'a\n\n',
  '28008\n',
  '28008 a\n',
  'a 5\n',
  'a, b, c\n',
  'a,b,28008 c\n',
  'a;b\n28008 c\n',
  '"\n"\n',
])('reading rows is linear in %j', (pump) => {
  expect(growsLinearly(readList, (n) => pump.repeat(n))).toBe(true)
})

test.each([
  ['Ana Ruiz;Calle Mayor 5;35200;Telde;Las Palmas', { city: 'Telde', state: 'Las Palmas' }],
  ['Ana Ruiz;Calle Mayor 5;35200;Telde', { city: 'Telde', postalCode: '35200' }],
  ['Ana Ruiz;Telefónica;Gran Vía 28;28013;Madrid', { street: 'Telefónica, Gran Vía 28', city: 'Madrid' }],
  ['Ana Ruiz;Calle Sol 5;Caminomorisco;10620;Cáceres', { street: 'Calle Sol 5', city: 'Caminomorisco' }],
])('looks like a telephone or a street, but is none: %s', (text, expected) => {
  expect(addresses(text)[0]).toMatchObject({ name: 'Ana Ruiz', ...expected })
})

test('the name Telmo is not read as a telephone', () => {
  const text = 'Ana Ruiz\nCalle Mayor 5\n42001 Soria\nTelmo García\nGran Vía, 8\n28013 Madrid'
  expect(addresses(text).map(({ name }) => name)).toEqual(['Ana Ruiz', 'Telmo García'])
})

test('numbered addresses below each other; a floor stays what it is', () => {
  const two = '1) Ana Ruiz, Calle Mayor 5, 42001 Soria\n2) Luis Gil, Gran Vía 12, 28013 Madrid'
  expect(addresses(two).map(({ name, street }) => [name, street])).toEqual([
    ['Ana Ruiz', 'Calle Mayor 5'],
    ['Luis Gil', 'Gran Vía 12'],
  ])
  const [floor] = addresses('Ana Ruiz\nCalle Mayor 5\n4. Izquierda\n42001 Soria')
  expect(floor?.street).toContain('4. Izquierda')
})

test('a greeting column gives each greeting, outside the address', () => {
  const list =
    'Nombre;Calle;CP;Ciudad;Saludo\nAna Ruiz;Calle Mayor 5;42001;Soria;Querida prima:\nEva;Calle Sol 1;42001;Soria;'
  expect(readList(list)).toMatchObject({
    rows: [{ address: ana, greeting: 'Querida prima:' }, { address: { name: 'Eva' } }],
    unused: [],
  })
  expect(readList(list).rows[1]).not.toHaveProperty('greeting')
})
