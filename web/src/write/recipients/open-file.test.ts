import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { openFile } from './open-file.ts'

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`testing/lists/${name}`, import.meta.url)))
const inUtf8 = (text: string) => new TextEncoder().encode(text)
async function read(bytes: Uint8Array<ArrayBuffer>) {
  const opened = await openFile(bytes)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.readings[0]!
}
const addresses = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await read(bytes)).rows.map(({ address }) => address)
const soria = { city: 'Soria', postalCode: '42001', country: 'España' }

const two = [
  { name: 'Íñigo Muñoz', street: 'Calle del Álamo, 5', city: 'Madrid', postalCode: '28013' },
  { name: 'Begoña Núñez', street: 'C/ Peñón 3, 2.º Izq.', city: 'Málaga', postalCode: '29007' },
]
const text =
  'Nombre;Calle;CP;Ciudad\r\nÍñigo Muñoz;Calle del Álamo, 5;28013;Madrid\r\nBegoña Núñez;C/ Peñón 3, 2.º Izq.;29007;Málaga\r\n'
const twice = (page: string) => new TextDecoder(page).decode(inUtf8(text))
const wide = (isLittle: boolean) =>
  Uint8Array.from(
    text
      .split('')
      .flatMap((one) =>
        isLittle
          ? [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]
          : [one.charCodeAt(0) >> 8, one.charCodeAt(0) & 255],
      ),
  )

test.each([
  'decomposed-nfd.csv',
  'excel-mac-macroman.csv',
  'excel-msdos-cp850.csv',
  'excel-unicode-text-utf16le.txt',
  'list.xlsx',
  'twice-encoded-utf8.csv',
  'utf8-bom.csv',
  'windows-1252.csv',
])('%s has Íñigo Muñoz and Begoña Núñez', async (name) => {
  expect(await addresses(bytesOf(name))).toMatchObject(two)
})

test.each([
  ['UTF-16 big end first, without a mark', wide(false)],
  ['UTF-16 without a mark', wide(true)],
  ['UTF-8 read as a Mac’s', inUtf8(twice('macintosh'))],
  [
    'UTF-8 read as Windows’ three times',
    inUtf8(new TextDecoder('windows-1252').decode(inUtf8(twice('windows-1252')))),
  ],
  ['UTF-8 with one byte broken', Uint8Array.from([...inUtf8(text), 0x3b, 0xf1])],
])('%s, too', async (_, bytes) => {
  expect((await addresses(bytes)).slice(0, 2)).toMatchObject(two)
})

test.each([
  ['windows-1252', [0xc1, 0x6e, 0x67, 0x65, 0x6c, 0x20, 0xda, 0x62, 0x65, 0x64, 0x61], 'Ángel Úbeda'],
  ['a Mac', [0xe7, 0x6e, 0x67, 0x65, 0x6c, 0x20, 0xf2, 0x62, 0x65, 0x64, 0x61], 'Ángel Úbeda'],
  ['DOS', [0xb5, 0x6e, 0x67, 0x65, 0x6c, 0x20, 0xe9, 0x62, 0x65, 0x64, 0x61], 'Ángel Úbeda'],
  ['windows-1252', [0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x50, 0xe9, 0x72, 0x65, 0x7a], 'José Pérez'],
  ['a Mac', [0x4a, 0x6f, 0x73, 0x8e, 0x20, 0x50, 0x8e, 0x72, 0x65, 0x7a], 'José Pérez'],
  ['DOS', [0x4a, 0x6f, 0x73, 0x82, 0x20, 0x50, 0x82, 0x72, 0x65, 0x7a], 'José Pérez'],
  ['ISO 8859-15', [0x47, 0x61, 0x73, 0x74, 0xf3, 0x6e, 0x20, 0x35, 0xa4], 'Gastón 5€'],
  ['ISO 8859-15', [0x41, 0x6e, 0x61, 0x20, 0x4c, 0x62, 0xbd, 0x75, 0x66], 'Ana Lbœuf'],
])('two characters of %s suffice: %s', async (_, name, expected) => {
  const bytes = Uint8Array.from([...name, ...inUtf8(';Calle Sol 1;42001;Soria')])
  expect(await addresses(bytes)).toMatchObject([{ name: expected, ...soria }])
})

test('gives the other readings of an ambiguous encoding', async () => {
  const opened = await openFile(bytesOf('excel-mac-macroman.csv'))
  expect('readings' in opened && opened.readings.length).toBeGreaterThan(1)
})

test.each([
  ['LibreOffice', 'libreoffice.xlsx', []],
  ['a reporting service, with prefixes and texts in the cells', 'inline-strings.xlsx', []],
  ['xlsxwriter, with formulas, an error and bold in a cell', 'xlsxwriter.xlsx', []],
  [
    'openpyxl, with a title, dates, truths and a hidden sheet',
    'openpyxl.xlsx',
    ['«Lista de socios 2026»', 'la hoja «Oculta»', 'Alta', 'Pagado'],
  ],
])('a workbook of %s gives its people, and reports each unused cell', async (_, name, unused) => {
  const list = await read(bytesOf(name))
  expect(list.rows.map(({ address }) => address)).toMatchObject([
    { ...two[0], city: 'Barcelona', postalCode: '08001' },
    two[1],
  ])
  expect(list).toMatchObject({ unused, withoutAddress: [] })
})

const aurora = { name: 'Aurora Tejedor', street: 'Calle Umbría 7', state: 'Soria', ...soria }
const bruno = {
  name: 'Bruno Salvatierra',
  city: 'Getafe',
  state: 'Madrid',
  postalCode: '28901',
  country: 'España',
}

test.each([
  ['google-contacts.csv', [aurora, { ...bruno, street: 'Avenida de la Paz, 14, Portal 3, 2.º B' }]],
  ['outlook-es.csv', [{ ...aurora, name: 'Aurora Tejedor Vidal', street: 'Calle Umbría 7, 2.º B' }]],
  ['contacts.vcf', [aurora, { ...bruno, street: 'Avenida de la Paz, 14, 2.º B' }]],
  ['second-address-line.csv', [{ ...aurora, street: 'Calle Umbría 7, Escalera B, 4.º C' }]],
  [
    'street-in-columns-of-an-office.csv',
    [
      {
        name: 'Aurora Tejedor Vidal',
        street: 'CL UMBRIA, 7 B, bloque 2, esc. D, 4.º, C',
        city: 'SORIA',
        postalCode: '42001',
      },
      {
        name: 'Bruno Salvatierra Ruiz',
        street: 'CR SOLLER, km 7,5',
        city: 'BUNYOLA',
        postalCode: '07110',
        state: 'ILLES BALEARS',
      },
    ],
  ],
])('%s has the people as they are in the address book', async (name, people) => {
  const { rows } = await read(bytesOf(name))
  expect(rows.map(({ address }) => address)).toMatchObject(people)
  for (const { address } of rows) expect(checkRecipient(address)).toBeUndefined()
})

test.each([
  [
    'Outlook in English, of whom one has an office only and one no address',
    '"Title","First Name","Middle Name","Last Name","Company","Business Street","Business Street 2","Business City","Business State","Business Postal Code","Home Street","Home Street 2","Home City","Home Postal Code","Home Country/Region"\r\n' +
      '"Ms.","Aurora","","Tejedor","Papelera, S.L.","Pol. Ind. 4","","Soria","Soria","42005","Calle Umbría 7","2.º B","Soria","42001","Spain"\r\n' +
      '"","Bruno","","Gil","Papelera, S.L.","Pol. Ind. El Cerro","nave 4","Soria","Soria","42005","","","","",""\r\n' +
      '"","Carla","","Sanz","","","","","","","","","","",""\r\n',
    [
      'Aurora Tejedor | Calle Umbría 7, 2.º B | 42001',
      'Bruno Gil | Papelera, S.L., Pol. Ind. El Cerro, nave 4 | 42005',
    ],
    [
      'Title',
      'Company (1 fila)',
      'Business Street (1 fila)',
      'Business City (1 fila)',
      'Business State (1 fila)',
      'Business Postal Code (1 fila)',
    ],
    ['Carla Sanz'],
  ],
  [
    'Google before 2024',
    'Name,Given Name,Family Name,Notes,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 2 - Street,Address 2 - City\n' +
      'Aurora Tejedor,Aurora,Tejedor,,Home,"Calle Umbría 7\n42001 Soria",Calle Umbría 7,Soria,Soria,42001,ES,,\n' +
      'Bruno Gil,Bruno,Gil,Vecino,,,Calle Sol 1,Soria,,42001,,Otra 5,Madrid\n',
    ['Aurora Tejedor | Calle Umbría 7 | 42001', 'Bruno Gil | Calle Sol 1 | 42001'],
    [
      'Given Name',
      'Family Name',
      'Notes',
      'Address 1 - Type',
      'Address 1 - Formatted',
      'Address 2 - Street',
      'Address 2 - City',
    ],
    [],
  ],
  [
    'a programme of invoices, with headings of its own',
    'Cód.;Razón social;NIF;Domicilio fiscal;C.Postal;Población;Provincia;Teléfono\n' +
      '12;Talleres Gil, S.L.;B12345678;C/ Sol, 1;8001;Barcelona;Barcelona;93 123 45 67\n',
    ['Talleres Gil, S.L. | C/ Sol, 1 | 08001'],
    ['Cód.', 'NIF', 'Teléfono'],
    [],
  ],
  [
    'Numbers, with semicolons and its table’s name',
    'Tabla 1;;;;\nNombre;Dirección;Código postal;Ciudad;Teléfono\nAurora Tejedor;Calle Umbría 7, 2.º B;42001;Soria;600 000 011\nBruno Gil;Avenida de la Paz 14;08001;Barcelona;\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001', 'Bruno Gil | Avenida de la Paz 14 | 08001'],
    ['«Tabla 1»', 'Teléfono'],
    [],
  ],
  [
    'LibreOffice’s address book, and Word’s',
    'Título,Nombre,Apellidos,Línea de dirección 1,Línea de dirección 2,Ciudad,Código postal\nD.ª,Aurora,Tejedor,Calle Umbría 7,2.º B,Soria,42001\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001'],
    ['Título'],
    [],
  ],
  [
    'a property manager, one owner without an address',
    'Piso;Propietario;Dirección de notificación;CP y población\n1.º A;Aurora Tejedor;Calle Umbría 7;42001 Soria\n2.º B;Bruno Gil;;\n',
    ['Aurora Tejedor | Calle Umbría 7 | 42001'],
    ['Piso'],
    ['Bruno Gil'],
  ],
  [
    'Yahoo',
    'First,Middle,Last,Nickname,Email,Home Address,Home City,Home State,Home ZIP,Home Country\nAurora,,Tejedor,Au,a@correo.example,Calle Umbría 7,Soria,Soria,42001,Spain\n',
    ['Aurora Tejedor | Calle Umbría 7 | 42001'],
    ['Nickname', 'Email'],
    [],
  ],
  [
    'the statistics institute',
    'TIPO_VIA;NOMBRE_VIA;NUM_VIA;ESCALERA;PLANTA;PUERTA;COD_POSTAL;MUNICIPIO;NOMBRE;APELLIDO1;APELLIDO2\nCL;UMBRIA;7;2;3;C;42001;SORIA;AURORA;TEJEDOR;VIDAL',
    ['AURORA TEJEDOR VIDAL | CL UMBRIA, 7, esc. 2, 3.º, C | 42001'],
    [],
    [],
  ],
  [
    'Shopify, with codes marked as text',
    "First Name,Last Name,Email,Address1,Address2,City,Province,Province Code,Country,Zip\nAurora,Tejedor,a@correo.example,Calle Umbría 7,2.º B,Soria,Soria,SO,Spain,'42001\n",
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001'],
    ['Email', 'Province Code'],
    [],
  ],
  [
    'Shopify orders, with the street twice',
    'Name,Email,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Country\n#1001,a@correo.example,Aurora Tejedor,"Calle Umbría 7, 2.º B",Calle Umbría 7,2.º B,Soria,\'42001,ES\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001'],
    ['Name', 'Email'],
    [],
  ],
  [
    'an office, with its abbreviations',
    'NIF;APELLIDOS Y NOMBRE;TIPO VÍA;NOMBRE VÍA;NÚM;BLQ;PLTA;PTA;CP;MUNICIPIO\n12345678Z;TEJEDOR AURORA;CL;UMBRÍA;7;3;2;B;42001;SORIA\n',
    ['TEJEDOR AURORA | CL UMBRÍA, 7, bloque 3, 2.º, B | 42001'],
    ['NIF'],
    [],
  ],
  [
    'a bank, with codes as formulas',
    'Titular;Domicilio;CP;Población\nAurora Tejedor;Calle Umbría 7;="08001";Barcelona\nBruno Gil;Calle Sol 1;"=""08002""";Barcelona',
    ['Aurora Tejedor | Calle Umbría 7 | 08001', 'Bruno Gil | Calle Sol 1 | 08002'],
    [],
    [],
  ],
  [
    'Thunderbird in Spanish',
    'Nombre,Apellidos,Nombre para mostrar,Apodo,Correo electrónico primario,Teléfono del trabajo,Dirección particular,Dirección particular 2,Ciudad particular,Provincia particular,Código postal particular,País particular,Dirección del trabajo,Ciudad del trabajo\n' +
      'Aurora,Tejedor,Aurora Tejedor,,aurora@correo.example,975000000,Calle Umbría 7,2.º B,Soria,Soria,42001,España,,\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001'],
    ['Nombre', 'Apellidos', 'Correo electrónico primario', 'Teléfono del trabajo'],
    [],
  ],
  [
    'a shop',
    'Pedido,Shipping First Name,Shipping Last Name,Shipping Address 1,Shipping Address 2,Shipping City,Shipping Postcode,Billing Address 1,Billing City\n1007,Aurora,Tejedor,"Calle Umbría 7","2.º B",Soria,42001,"Otra 5",Madrid\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001'],
    ['Pedido', 'Billing Address 1', 'Billing City'],
    [],
  ],
  [
    'no headings at all',
    '1;Aurora Tejedor;600 12 31 23;Calle Umbría 7;2.º B;42001;Soria;Soria\n2;Bruno Gil;600 12 31 24;Calle Sol 1;;42200;Almazán;Soria\n',
    ['Aurora Tejedor | Calle Umbría 7, 2.º B | 42001', 'Bruno Gil | Calle Sol 1 | 42200'],
    ['Columna 1', 'Columna 3'],
    [],
  ],
])('%s: each cell is used or reported', async (_, csv, people, unused, withoutAddress) => {
  const list = await read(inUtf8(csv))
  expect(
    list.rows.map(({ address: { name, street, postalCode } }) => `${name} | ${street} | ${postalCode}`),
  ).toEqual(people)
  expect([list.unused, list.withoutAddress]).toEqual([unused, withoutAddress])
})

test.each([
  [
    '2.1 of an old telephone',
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;=C3=8D=C3=B1igo;;;\r\nTEL;CELL:600000000\r\n' +
      'ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;Calle del =C3=81lamo, 5=0D=0A2=\r\n.=C2=BA B;Madrid;Madrid;28013;Espa=C3=B1a\r\nEND:VCARD\r\n',
  ],
  [
    '2.1 of Outlook, in Windows’ signs',
    'BEGIN:VCARD\nVERSION:2.1\nN;LANGUAGE=es;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Mu=F1oz;=CD=F1igo\nFN;CHARSET=Windows-1252;QUOTED-PRINTABLE:=CD=F1igo Mu=F1oz\n' +
      'ADR;WORK;PREF;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:;2.=BA B;Calle del =C1lamo, 5;Madrid;;28013;\nEND:VCARD',
  ],
  [
    '3.0 with folded lines and a photo, and another address first',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Íñigo\n  Muñoz\nN:Muñoz;Íñigo;;;\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\n SkZJRg==\nADR;TYPE=WORK:;;Otra 5;Soria;;42001;\n' +
      'item1.ADR;type=HOME;type=pref:;;Calle del Álamo\\, 5\\n2.º\n  B;Madrid;;28013;Spain\nEND:VCARD',
  ],
  [
    '4.0 with a label, among cards without an address',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Nadie\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nFN:Íñigo Muñoz\n' +
      'ADR;PREF=1;LABEL="Calle del Álamo, 5\\nMadrid":;;Calle del Álamo\\, 5,2.º B;Madrid;Madrid;28013;ES\nEND:VCARD',
  ],
])('a card of %s gives an address', async (_, card) => {
  const { rows } = await read(inUtf8(card))
  expect(rows.map(({ address }) => address)).toMatchObject([
    {
      name: 'Íñigo Muñoz',
      street: 'Calle del Álamo, 5, 2.º B',
      city: 'Madrid',
      postalCode: '28013',
      country: 'España',
    },
  ])
})

test.each([
  [
    '4.0 of Nextcloud, among groups',
    'BEGIN:VCARD\r\nVERSION:4.0\r\nPRODID:-//Sabre//Sabre VObject 4.5.4//EN\r\nFN:Íñigo Muñoz\r\nN:Muñoz;Íñigo;;;\r\nADR;TYPE=HOME:;2.º B;Calle del Álamo\\, 5;Madrid;Madrid;28013;España\r\nEND:VCARD\r\n' +
      'BEGIN:VCARD\r\nVERSION:4.0\r\nKIND:group\r\nFN:Familia\r\nMEMBER:urn:uuid:3f0b\r\nEND:VCARD\r\n',
    ['Íñigo Muñoz | Calle del Álamo, 5, 2.º B'],
  ],
  [
    '3.0 of Google, where the door stands twice',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Íñigo Muñoz\nADR:;2.º B;Calle del Álamo\\, 5\\n2.º B;Madrid;Madrid;28013;ES;Calle del Álamo\\, 5\\n28013 Madrid\nEND:VCARD',
    ['Íñigo Muñoz | Calle del Álamo, 5, 2.º B'],
  ],
  [
    '4.0 of Thunderbird, the office first',
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Íñigo Muñoz\r\nADR;TYPE=work:;;Pol. 4;Soria;;42005;España\r\nADR;TYPE=home:;;Calle del Álamo\\, 5,2.º B;Madrid;Madrid;28013;España\r\nEND:VCARD',
    ['Íñigo Muñoz | Calle del Álamo, 5, 2.º B'],
  ],
  [
    '3.0 of iCloud, a company and an employee',
    'BEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:Papelera\\, S.L.\nORG:Papelera\\, S.L.;\nX-ABShowAs:COMPANY\nitem1.ADR;type=WORK;type=pref:;;Calle Larga 4;Madrid;;28013;España\nEND:VCARD\n' +
      'BEGIN:VCARD\nVERSION:3.0\nN:Gil;Eva;;;\nFN:Eva Gil\nORG:Papelera\\, S.L.;\nADR;type=WORK:;;Calle Larga 4;Madrid;;28013;España\nEND:VCARD',
    ['Papelera, S.L. | Calle Larga 4', 'Eva Gil | Papelera, S.L., Calle Larga 4'],
  ],
  [
    '2.1 in an undeclared Windows encoding',
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE:Mu=F1oz;=CD=F1igo;;;\r\nADR;HOME;ENCODING=QUOTED-PRINTABLE:;;Calle del =C1lamo, 5;Madrid;;28013;\r\nEND:VCARD',
    ['Íñigo Muñoz | Calle del Álamo, 5'],
  ],
  [
    '2.1 in signs that are unknown, or others than it tells',
    'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=X-NONE;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;=C3=8D=C3=B1igo\nADR;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;Calle del =C1lamo, 5;Madrid;;28013;\nEND:VCARD',
    ['Íñigo Muñoz | Calle del Álamo, 5'],
  ],
  [
    '3.0 that is cut off before another',
    'BEGIN:VCARD\nVERSION:3.0\nN:Ruiz;Ana\nADR:;;Calle Sol 1;Madrid;;28013;España\nBEGIN:VCARD\nVERSION:3.0\nFN:Eva Gil\nADR:;;Calle Sol 2;Madrid;;28013;España\nEND:VCARD',
    ['Ana Ruiz | Calle Sol 1', 'Eva Gil | Calle Sol 2'],
  ],
  [
    '4.0 with two that are preferred, one more',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Íñigo Muñoz\nADR;TYPE=home;PREF=2:;;Otra 1;Soria;;42001;\nADR;TYPE=work;PREF=1:;;Calle Larga 4;Madrid;;28013;\nEND:VCARD',
    ['Íñigo Muñoz | Calle Larga 4'],
  ],
])('the cards %s are people with their own addresses', async (_, cards, people) => {
  const found = await addresses(inUtf8(cards))
  expect(found.map(({ name, street }) => `${name} | ${street}`)).toEqual(people)
  expect(found).toMatchObject(people.map(() => ({ city: 'Madrid', postalCode: '28013', country: 'España' })))
})

test.each([
  ['Catalan', 'Nom;Cognoms;Adreça;Pis;Codi postal;Població', 'Carrer Major 7'],
  ['Galician', 'Nome;Apelidos;Enderezo;Piso;Código postal;Concello', 'Rúa Nova 7'],
  ['Basque', 'Izena;Abizenak;Helbidea;Puerta;Posta kodea;Herria', 'Kale Nagusia 7'],
])('recognises headings in %s', async (_, head, street) => {
  const list = await read(inUtf8(`${head}\nAurora;Tejedor;${street};2 B;08001;Barcelona`))
  expect(list.rows.map(({ address }) => address)).toMatchObject([
    { name: 'Aurora Tejedor', street: `${street}, 2 B`, city: 'Barcelona', postalCode: '08001' },
  ])
  expect(list.unused).toEqual([])
})

test('a workbook with text cells and numeric codes reports its other sheet', async () => {
  const list = await read(bytesOf('two-sheets.xlsx'))
  expect(list.rows.map(({ address }) => address)).toMatchObject([
    { name: 'Íñigo Muñoz', city: 'Barcelona', postalCode: '08001' },
  ])
  expect(list.unused).toEqual(['«Socios 2026»', 'la hoja «Bajas»'])
})

test('a corrected column applies to each row, whatever its heading', async () => {
  const list = await read(inUtf8('Nombre;Calle;CP;Ciudad;Sitio\nAna;Calle Sol 1;42001;Soria;2.º B'))
  expect(list.unused).toEqual(['Sitio'])
  const chosen = list.table!.choose(4, 'door')
  expect(chosen).toMatchObject({ rows: [{ address: { street: 'Calle Sol 1, 2.º B' } }], unused: [] })
})

test('addresses in lines are read as when they are pasted', async () => {
  const lines = inUtf8('Ana Ruiz\nCalle Mayor 5\n42001 Soria\n\nEva Gil\nGran Vía, 8\n28.013 Madrid\n')
  expect(await addresses(lines)).toMatchObject([
    { name: 'Ana Ruiz', ...soria },
    { name: 'Eva Gil', postalCode: '28013' },
  ])
})
