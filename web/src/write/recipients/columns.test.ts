import { expect, test } from 'vitest'
import { openFile } from './open-file.ts'

const inUtf8 = (text: string) => new TextEncoder().encode(text)
async function read(bytes: Uint8Array<ArrayBuffer>) {
  const opened = await openFile(bytes)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.readings[0]!
}

test.each([
  [
    'a state of payment is no province, a member’s number no door',
    'Nombre;Dirección;CP;Ciudad;Estado;Nº\nAna Ruiz;Calle Sol 1;42001;Soria;Activo;77',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Estado', 'Nº'],
  ],
  [
    'an e-mail is no street',
    'Nombre;Dirección;Calle;CP;Ciudad\nAna Ruiz;ana@correo.example;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Dirección'],
  ],
  [
    'the number of a customer is no name, nor is who else is named',
    'Cliente;Nombre;Apellidos;Contacto;Calle;CP;Ciudad\n0012;Ana;Ruiz;Luis Gil;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Cliente', 'Contacto'],
  ],
  [
    'a person answering no twice is no heading',
    'Nombre;Calle;CP;Ciudad;Boletín;Moroso\nAna Ruiz;Calle Sol 1;42001;Soria;No;No',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Boletín', 'Moroso'],
  ],
  [
    'a second table has headings of its own',
    'Nombre;Calle;CP;Ciudad\nAna Ruiz;Calle Sol 1;42001;Soria\n\nCP;Ciudad;Calle;Nombre\n42001;Soria;Calle Sol 2;Eva Gil',
    ['Ana Ruiz | Calle Sol 1 | 42001', 'Eva Gil | Calle Sol 2 | 42001'],
    [],
  ],
  [
    'a bill goes to another than the parcel, and a letter to who has the parcel',
    'billing_first_name,billing_last_name,billing_address_1,billing_city,billing_state,billing_postcode,shipping_first_name,shipping_last_name,shipping_address_1,shipping_city,shipping_postcode\n' +
      'Luis,Gil,Calle Sol 1,Soria,SO,42001,Ana,Ruiz,Calle Sol 2,Soria,42001\nEva,Sanz,Calle Sol 3,Soria,SO,42001,,,,,\n',
    ['Ana Ruiz | Calle Sol 2 | 42001', 'Eva Sanz | Calle Sol 3 | 42001'],
    [
      'billing_first_name (1 fila)',
      'billing_last_name (1 fila)',
      'billing_address_1 (1 fila)',
      'billing_city (1 fila)',
      'billing_state',
      'billing_postcode (1 fila)',
    ],
  ],
  [
    'headings in French are headings',
    'Nom;Prénom;Adresse;Code postal;Ville\nRuiz;Ana;Calle Sol 1;42001;Soria',
    ['Ruiz | Calle Sol 1 | 42001'],
    ['Prénom', 'Ville'],
  ],
  [
    'a row without a code is no heading',
    'Ana Ruiz;Mayor s/n;Soria\nEva Gil;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Mayor s/n |', 'Eva Gil | Calle Sol 1 | 42001'],
    [],
  ],
  [
    'the country’s code is no town',
    'Name,Address\nAna Ruiz,Calle Sol 1  Soria  Soria 42001 ES',
    ['Ana Ruiz | Calle Sol 1 Soria Soria 42001 ES |'],
    [],
  ],
  [
    'columns in an order of their own are chosen',
    '42001;Soria;Calle Sol 1;Ana Ruiz\n42200;Almazán;Calle Sol 2;Eva Gil',
    [' | Calle Sol 1 | 42001', ' | Calle Sol 2 | 42200'],
    ['Columna 2', 'Columna 4'],
  ],
  [
    'two addresses in one cell: the first',
    'Name,Address 1 - Street,Address 1 - City,Address 1 - Postal Code\nAna Ruiz,Calle Sol 1 ::: Otra 5,Soria ::: Madrid,42001 ::: 28013',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['lo que sigue a «:::»'],
  ],
  [
    'an address of one’s own before the one for parcels',
    'Nombre;Calle;CP;Ciudad;Provincia;Calle envío;CP envío;Ciudad envío\nAna Ruiz;Calle Sol 1;42001;Soria;Zamora;Calle Sol 2;28013;Madrid\nEva Gil;Calle Sol 3;42001;Soria;;;;',
    ['Ana Ruiz | Calle Sol 2 | 28013', 'Eva Gil | Calle Sol 3 | 42001'],
    ['Calle (1 fila)', 'CP (1 fila)', 'Ciudad (1 fila)', 'Provincia'],
  ],
  [
    'the same headings twice, with a person each',
    'Nombre;Calle;CP;Ciudad;Piso;Nombre;Calle;CP;Ciudad;Piso\nAna Ruiz;Calle Sol 1;42001;Soria;2.º B;Luis Gil;Otra 5;28013;Madrid;3.º C',
    ['Ana Ruiz | Calle Sol 1, 2.º B | 42001'],
    ['Nombre', 'Calle', 'CP', 'Ciudad', 'Piso'],
  ],
  [
    'headings that a spreadsheet has numbered',
    'Nombre;Calle;CP;Ciudad;Calle2;CP2;Ciudad2\nAna Ruiz;Calle Sol 1;42001;Soria;Otra 5;28013;Madrid',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Calle2', 'CP2', 'Ciudad2'],
  ],
  [
    'headings that another programme has numbered, the code first',
    'Nombre,CP,Ciudad,Calle,CP.1,Ciudad.1,Calle.1\nAna Ruiz,42001,Soria,Calle Sol 1,28013,Madrid,Otra 5',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['CP.1', 'Ciudad.1', 'Calle.1'],
  ],
  [
    'two addresses called otherwise',
    'Nombre;Calle;CP;Ciudad;Domicilio;Código postal;Población\nAna Ruiz;Calle Sol 1;42001;Soria;Otra 5;28013;Madrid',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Domicilio', 'Código postal', 'Población'],
  ],
  [
    'a home and a place for parcels',
    'Nombre;Calle del domicilio;CP del domicilio;Ciudad del domicilio;Dirección de entrega;CP de entrega;Ciudad de entrega\nAna Ruiz;Calle Sol 1;42001;Soria;Calle Sol 2;28013;Madrid',
    ['Ana Ruiz | Calle Sol 2 | 28013'],
    ['Calle del domicilio', 'CP del domicilio', 'Ciudad del domicilio'],
  ],
  [
    'two streets and one code without a place',
    'Nombre;Domicilio fiscal;CP;Ciudad;Dirección de envío\nAna Ruiz;Calle Sol 1;42001;Soria;Calle Sol 2',
    ['Ana Ruiz | Calle Sol 2 |'],
    ['Domicilio fiscal', 'CP', 'Ciudad'],
  ],
  [
    'WooCommerce',
    'Order Number,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),Postcode (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),Postcode (Shipping)\n' +
      '77,Luis,Gil,Papelera,Calle Sol 1,Soria,42001,Ana,Ruiz,Calle Sol 2,Madrid,28013\n',
    ['Ana Ruiz | Calle Sol 2 | 28013'],
    [
      'Order Number',
      'First Name (Billing)',
      'Last Name (Billing)',
      'Company (Billing)',
      'Address 1&2 (Billing)',
      'City (Billing)',
      'Postcode (Billing)',
    ],
  ],
  [
    'Salesforce',
    'First Name,Last Name,Other Street,Other City,Other Zip/Postal Code,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country\nAna,Ruiz,Otra 5,Madrid,28013,Calle Sol 1,Soria,Soria,42001,Spain\n',
    ['Ana Ruiz | Calle Sol 1 | 42001 Soria'],
    ['Other Street', 'Other City', 'Other Zip/Postal Code'],
  ],
  [
    'Amazon',
    'order-id\tbuyer-name\trecipient-name\tship-address-1\tship-address-2\tship-city\tship-state\tship-postal-code\tship-country\tbill-address-1\tbill-city\tbill-postal-code\n1-2\tLuis Gil\tAna Ruiz\tCalle Sol 1\t2.º B\tSoria\tSoria\t42001\tES\tOtra 5\tMadrid\t28013\n',
    ['Ana Ruiz | Calle Sol 1, 2.º B | 42001 Soria'],
    ['order-id', 'buyer-name', 'bill-address-1', 'bill-city', 'bill-postal-code'],
  ],
  [
    'a bank for cards',
    'Customer Name,Shipping Address Line1,Shipping Address City,Shipping Address Postal Code,Card Address Line1,Card Address City,Card Address Zip\nAna Ruiz,Calle Sol 1,Soria,42001,Otra 5,Madrid,28013\n',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Card Address Line1', 'Card Address City', 'Card Address Zip'],
  ],
  [
    'an amount of five figures is no code where a heading says which is',
    'Nombre;Importe;Calle;Código;Ciudad\nAna Ruiz;12500;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Importe'],
  ],
  [
    'nor is a reference before a postal district',
    'Nombre;Ref;Calle;Distrito postal;Ciudad\nAna Ruiz;12500;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Ref'],
  ],
  [
    'two such columns: the one that fits the town',
    'Nombre;Cuota;Calle;Zona;Ciudad\nAna Ruiz;12500;Calle Sol 1;42001;Soria',
    ['Ana Ruiz | Calle Sol 1 | 42001'],
    ['Cuota'],
  ],
  [
    'an amount alone is no code of its town',
    'Nombre;Importe;Calle;Ciudad\nAna Ruiz;12500;Calle Sol 1;Soria',
    ['Ana Ruiz | Calle Sol 1 |'],
    ['Importe'],
  ],
  [
    'a floor that a spreadsheet has made a date is asked for',
    'Nombre;Calle;Piso;CP;Ciudad\nAna Ruiz;Calle Sol 1;2/1/2026;42001;Soria\nEva Gil;Calle Sol 1;02-ene;42001;Soria\nLuis Gil;Calle Sol 1;2-1;42001;Soria',
    ['Ana Ruiz |  | 42001', 'Eva Gil |  | 42001', 'Luis Gil | Calle Sol 1, 2-1 | 42001'],
    [],
  ],
  [
    'nor is a date a floor without headings',
    'Ana Ruiz;Calle Sol 1;2/1/2026;42001;Soria',
    ['Ana Ruiz |  | 42001'],
    ['Columna 2', 'Columna 3'],
  ],
  [
    'two such columns in villages: neither',
    'Nombre;Cuota;Calle;Zona;Ciudad\nAna Ruiz;12500;Calle Sol 1;42200;Almazán',
    ['Ana Ruiz | Calle Sol 1 |'],
    ['Cuota', 'Zona'],
  ],
])('no complete but wrong address: %s', async (_, csv, people, unused) => {
  const list = await read(inUtf8(csv))
  const found = list.rows.map(({ address: { name, street, postalCode, state } }) =>
    `${name} | ${street} | ${postalCode} ${state}`.trimEnd(),
  )
  expect(found).toEqual(people)
  expect(list.unused).toEqual(unused)
})

test.each([
  ['28001,00', 'Madrid', 'Calle Sol 1', '5,00', 'Calle Sol 1, 5'],
  ['28001.0', 'Madrid', 'Calle Sol 1', '5.0', 'Calle Sol 1, 5'],
  ['28.001,00', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', 'NULL', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', '#N/D', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', '#¡REF!', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', 'n/a', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', '-', 'Calle Sol 1'],
  ['28001', 'Madrid', 'Calle Sol 1', '=B2&" "&C2', 'Calle Sol 1'],
  ['ES28001', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['E-28001', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['(28001)', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['28001.', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['Código postal: 28001', 'Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['', 'Madrid (28001)', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['28001', 'Madrid 28001', 'Calle Sol 1', '', 'Calle Sol 1'],
  ['28001', '28001-Madrid', 'Calle Sol 1', '', 'Calle Sol 1'],
])('the cells %j, %j, %j and %j give their address', async (code, town, street, door, expected) => {
  const cells = [code, town, street, door].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  const list = await read(inUtf8(`Nombre;CP;Ciudad;Calle;Número\nAna Ruiz;${cells}`))
  expect(list.rows.map(({ address }) => address)).toMatchObject([
    { name: 'Ana Ruiz', street: expected, postalCode: '28001', city: 'Madrid' },
  ])
})

test.each([
  [
    'Shopify',
    'First Name,Last Name,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip',
    'Ana,Ruiz,,Calle Sol 1,2 B,Soria,SO,ES,42001',
  ],
  [
    'two languages',
    'Nombre / Name,Dirección / Address,Piso / Planta,CP / Zip,Ciudad / City',
    'Ana Ruiz,Calle Sol 1,2 B,42001,Soria',
  ],
  [
    'the recipient',
    'Nombre del destinatario,Dirección del destinatario,Piso del destinatario,Código postal del destinatario,Ciudad del destinatario',
    'Ana Ruiz,Calle Sol 1,2 B,42001,Soria',
  ],
])('headings of %s are headings', async (_, head, row) => {
  const list = await read(inUtf8(`${head}\n${row}`))
  const address = { name: 'Ana Ruiz', street: 'Calle Sol 1, 2 B', postalCode: '42001', city: 'Soria' }
  expect(list.rows).toMatchObject([{ address }])
})

test.each([
  ['Soria', 'Soria', 'Soria'],
  ['Ólvega', 'Almazán', 'Ólvega (Almazán)'],
  ['Ólvega', '', 'Ólvega'],
])('the locality %j of the municipality %j is %j', async (locality, municipality, city) => {
  const list = await read(
    inUtf8(`Nombre;Calle;CP;Localidad;Municipio\nAna;Calle Sol 1;42001;${locality};${municipality}`),
  )
  expect(list.rows).toMatchObject([{ address: { city } }])
})

test('an empty cell is no name', async () => {
  const list = await read(inUtf8('Nombre;Calle;CP;Ciudad\nNULL;#N/A;NULL;NULL\nAna;Calle Sol 1;42001;Soria'))
  expect(list).toMatchObject({ rows: [{ address: { name: 'Ana' } }], withoutAddress: [] })
})

test.each([
  ['Alemania', '', 'Alemania'],
  ['España', '', 'España'],
  ['Granada', 'Granada', 'España'],
  ['La Rioja', 'La Rioja', 'España'],
])('%j in the province column gives the province %j and the country %j', async (cell, state, country) => {
  const list = await read(inUtf8(`Nombre;Calle;CP;Ciudad;Provincia\nAna;Sol 1;10115;Berlín;${cell}`))
  expect(list.rows).toMatchObject([{ address: { state, country } }])
})
