import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAfterStreet, readWholeAddress } from './read-lines.ts'

const place = { street: 'Calle Mayor 5', city: 'Soria', state: '', postalCode: '42001', country: 'España' }
const ana = { name: 'Ana Ruiz', ...place }

test.each([
  ['in lines', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria', ana],
  ['in lines with a country', 'Ana Ruiz\r\nCalle Mayor 5\r\n\r\n42001 Soria\r\nEspaña\r\n', ana],
  ['the country beside the town', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria, España', ana],
  ['with commas', 'Ana Ruiz, Calle Mayor 5, 42001 Soria', ana],
  ['with commas and a full stop', 'Ana Ruiz, Calle Mayor 5, 42001 Soria, España.', ana],
  ['town and code apart', 'Ana Ruiz, Calle Mayor 5, Soria, 42001', ana],
  ['without a comma before the code', 'Ana Ruiz, Calle Mayor 5 42001 Soria', ana],
  ['without a name', 'Calle Mayor 5, 42001 Soria', place],
  ['without a name or a comma', 'Calle Mayor 5 42001 Soria', place],
  [
    'a street with commas',
    'Calle Mayor, 5, 3.º B, 42001 Soria',
    { ...place, street: 'Calle Mayor, 5, 3.º B' },
  ],
  [
    'lines with commas',
    'Ana Ruiz\nCalle Mayor, 5, 3.º B\n42001 Soria',
    { ...ana, street: 'Calle Mayor, 5, 3.º B' },
  ],
  ['a street that is no Calle', 'Ana Ruiz, Mayor, 5, 42001 Soria', { ...ana, street: 'Mayor, 5' }],
  [
    'a province',
    'Ana Ruiz\nCalle Mayor 5\n42200 Almazán\nSoria',
    { ...ana, city: 'Almazán', postalCode: '42200', state: 'Soria' },
  ],
  [
    'with a door in words',
    'Ana Ruiz, Calle Mayor 5, bajo, 42001 Soria',
    { ...ana, street: 'Calle Mayor 5, bajo' },
  ],
  [
    'with a house that has a name',
    'Ana Ruiz\nCalle Mayor 5\nEl Mirador\n42200 Almazán',
    { ...ana, street: 'Calle Mayor 5, El Mirador', city: 'Almazán', postalCode: '42200' },
  ],
  [
    'with its town before the code, and the province after it',
    'Ana Ruiz, Calle Mayor 5, Almazán, 42200 Soria',
    { ...ana, city: 'Almazán', postalCode: '42200', state: 'Soria' },
  ],
])('a whole address %s goes to its fields', (_, text, address) => {
  expect(readWholeAddress(text)).toEqual(address)
})

test.each([
  ['C. de Alcalá, 50, Centro, 28014 Madrid, España', 'C. de Alcalá, 50 | Centro | 28014 Madrid'],
  [
    'C. de la Princesa, 25, Moncloa - Aravaca, 28008 Madrid',
    'C. de la Princesa, 25 | Moncloa - Aravaca | 28008 Madrid',
  ],
  [
    "Carrer de Mallorca, 401, L'Eixample, 08013 Barcelona",
    "Carrer de Mallorca, 401 | L'Eixample | 08013 Barcelona",
  ],
  ['C. Larios, 4, Distrito Centro, 29005 Málaga, España', 'C. Larios, 4 | Distrito Centro | 29005 Málaga'],
  [
    'Av. de la Constitución, 3, Casco Antiguo, 41001 Sevilla',
    'Av. de la Constitución, 3 | Casco Antiguo | 41001 Sevilla',
  ],
  [
    'Pl. del Ayuntamiento, 1, Ciutat Vella, 46002 València, Valencia',
    'Pl. del Ayuntamiento, 1 | Ciutat Vella | 46002 València',
  ],
  // OpenStreetMap, HERE and Apple Maps.
  [
    '50, Calle de Alcalá, Centro, Madrid, Comunidad de Madrid, 28014, España',
    'Calle de Alcalá, 50 | Centro | 28014 Madrid',
  ],
  ['Calle Mayor 5, Almazán, Soria, Castilla y León, 42200, España', 'Calle Mayor 5 | Soria | 42200 Almazán'],
  [
    '12, Calle de la Cava Baja, La Latina, Palacio, Centro, Madrid, Área metropolitana de Madrid y Corredor del Henares, Comunidad de Madrid, 28005, España',
    'Calle de la Cava Baja, 12 | Centro | 28005 Madrid',
  ],
  [
    '10, Calle Zabaleta, Gros, Donostia/San Sebastián, Donostialdea, Gipuzkoa, Euskadi, 20001, España',
    'Calle Zabaleta, 10 | Gros | 20001 Donostia/San Sebastián',
  ],
  [
    '4, Calle Larios, Centro Histórico, Centro, Málaga, Málaga-Costa del Sol, Málaga, Andalucía, 29005, España',
    'Calle Larios, 4 | Centro | 29005 Málaga',
  ],
  [
    '401, Carrer de Mallorca, la Sagrada Família, Eixample, Barcelona, Barcelonès, Barcelona, Catalunya, 08013, España',
    'Carrer de Mallorca, 401 | Eixample | 08013 Barcelona',
  ],
  [
    '2, Gran Vía, Abando, Bilbao, Bilboaldea, Bizkaia, Euskadi, 48001, España',
    'Gran Vía, 2 | Abando | 48001 Bilbao',
  ],
  [
    '3, Calle Madrid, Centro, Getafe, Área metropolitana de Madrid y Corredor del Henares, Comunidad de Madrid, 28901, España',
    'Calle Madrid, 3, Centro | Comunidad de Madrid | 28901 Getafe',
  ],
  ['Calle de Alcalá, 50\n28014 Madrid\nSpain', 'Calle de Alcalá, 50 |  | 28014 Madrid'],
  ['Ana\nC. de Alcalá, 50, Centro, 28014 Madrid, España', 'C. de Alcalá, 50 | Centro | 28014 Madrid'],
  ['C. Real, 3, San Fernando, 11100 Cádiz', 'C. Real, 3 | Cádiz | 11100 San Fernando'],
])('in a map’s %j the district is not the town: %s', (text, parts) => {
  const { street, state, postalCode, city, country } = readWholeAddress(text) ?? {}
  expect([`${street} | ${state} | ${postalCode} ${city}`, country]).toEqual([parts, 'España'])
})

test.each([
  ['C. P. 42 001 Soria', '42001', 'Soria', ''],
  ['42.001 Soria', '42001', 'Soria', ''],
  ['４２００１ Soria', '42001', 'Soria', ''],
  ['CP: 42001 Soria (España)', '42001', 'Soria', ''],
  ['42001-Soria (España)', '42001', 'Soria', ''],
  ['42001 – Soria. Espanya', '42001', 'Soria', ''],
  ['48008 Bilbao (Bizkaia) Espainia', '48008', 'Bilbao', 'Bizkaia'],
  ['42001 Soria España Tfno: 600 12 31 23', '42001', 'Soria', ''],
  ['15001 Coruña, A', '15001', 'A Coruña', ''],
  ['08901 Hospitalet de Llobregat, L’ (Barcelona)', '08901', 'L’Hospitalet de Llobregat', 'Barcelona'],
  ['28901 Getafe (Madrid)', '28901', 'Getafe', 'Madrid'],
  ['28901 Getafe, Madrid, Espagne', '28901', 'Getafe', 'Madrid'],
  [
    '35001 Las Palmas de Gran Canaria, Islas Canarias',
    '35001',
    'Las Palmas de Gran Canaria',
    'Islas Canarias',
  ],
])('%j is %s, %s, %s', (place, postalCode, city, state) => {
  const expected = { street: 'Calle Mayor, 5', postalCode, city, state, country: 'España' }
  expect(readWholeAddress(`Calle Mayor, 5, ${place}`)).toEqual(expected)
  expect(readWholeAddress(`Ana Ruiz\nCalle Mayor, 5\n${place}`)).toEqual({ name: 'Ana Ruiz', ...expected })
})

test.each([
  ['C. de Provença, 23, baixos', '08029', 'Barcelona'],
  ['Carrer de Balmes, 12, àtic 2a', '08007', 'Barcelona'],
  ['Avda. de Vigo nº 3, baixo', '36003', 'Pontevedra'],
  ['Praza do Toural 4, entresollado', '36003', 'Pontevedra'],
  ['Kale Nagusia 5, behea', '48008', 'Bilbo'],
])('the door of %s is no district', (street, postalCode, city) => {
  const expected = { name: 'Uxía Castro', street, postalCode, city, state: '', country: 'España' }
  expect(readWholeAddress(`Uxía Castro\n${street}\n${postalCode} ${city}`)).toEqual(expected)
})

test.each([
  [
    'labels',
    'Nombre: Ana Ruiz\nDirección: Calle Mayor 5\nC.P.: 42001\nLocalidad: Soria\nProvincia: Soria\nTel.: 975 12 31 23',
  ],
  ['a label in front', 'Dirección: Calle Mayor 5, 42001 Soria'],
  ['a sentence in front and thanks behind', 'Mi dirección es: Calle Mayor 5, 42001 Soria. ¡Gracias!'],
  [
    'a chat’s greetings',
    'Hola! Te paso mi dirección 👇\nAna Ruiz\n📍 Calle Mayor 5\n42001 Soria\nUn abrazo!',
  ],
  ['a messenger’s hour', '[12/11/26, 18:03:22] Ana: Calle Mayor 5\n[12/11/26, 18:03:40] Ana: 42001 Soria'],
  ['another messenger’s hour', '12/11/26, 18:03 - Ana: Calle Mayor 5, 42001 Soria'],
  [
    'a signature',
    'Ana Ruiz\nCalle Mayor 5 | 42001 Soria | España\nT. +34 975 12 31 23\nwww.ana.example\nana@correo.example',
  ],
  [
    'a signature with its number of tax',
    'Ana Ruiz\nNIF 12345678Z\nCalle Mayor 5 · 42001 Soria\nM. 600 12 31 23',
  ],
  ['a code called by its name', 'Ana Ruiz\nCalle Mayor 5\nCódigo Postal 42001 Soria'],
  ['a code with its country', 'Ana Ruiz\nCalle Mayor 5\nES42001 Soria'],
  ['a code called by half its name', 'Ana Ruiz\nCalle Mayor 5\nCód. Postal 42001\nSoria'],
  ['a map behind the town', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria https://maps.app.goo.gl/abc'],
  ['a telephone’s picture and number', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria 📞 975 00 11 22'],
  ['a number behind a dash', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria - 600123456'],
  ['an e-mail behind the town', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria, ana@correo.example'],
  [
    'WhatsApp on a computer',
    '[12:04, 3/11/2026] Marta: Calle Mayor 5\n[12:04, 3/11/2026] Marta: 42001 Soria',
  ],
  ['Telegram', 'Marta, [3/11/26 12:04]\nAna Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['a bill', 'Factura a:\nAna Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['the sender', 'Remite: Ana Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['the recipient', 'Para: Ana Ruiz\nCalle Mayor 5\n42001 Soria'],
  ['a place on the globe', '40.4168, -3.7038\nCalle Mayor 5\n42001 Soria'],
  ['a place on the globe below a name', 'Ana Ruiz\n40.4168,-3.7038\nCalle Mayor 5\n42001 Soria'],
  ['a greeting and a sentence', 'Hola, mi dirección es Calle Mayor 5, 42001 Soria'],
  ['a greeting', 'Hola Marta, Calle Mayor 5, 42001 Soria'],
  ['dashes of a signature', '--\nAna Ruiz\nCalle Mayor 5\n42001 Soria'],
])('ignores %s around an address', (_, text) => {
  expect(readWholeAddress(text)).toMatchObject({
    street: 'Calle Mayor 5',
    city: 'Soria',
    postalCode: '42001',
    country: 'España',
  })
  expect(readWholeAddress(text)?.name ?? 'Ana Ruiz').toBe('Ana Ruiz')
})

test.each([
  '',
  'Ana Ruiz',
  'Calle Mayor 5',
  'Calle Mayor, 5',
  '42001 Soria',
  'Ana Ruiz, 42001',
  '28013',
  'Ana\nRuiz',
  'x'.repeat(501),
])('%j is no whole address', (text) => {
  expect(readWholeAddress(text)).toBeUndefined()
})

test.each([
  ['Calle Real 5, 2.º B, 42001 Soria', 'Calle Real 5, 2.º B', '42001', 'Soria'],
  ['Calle Real 5 42001 Soria', 'Calle Real 5', '42001', 'Soria'],
  [
    'Residencia Los Álamos, Calle Real 5, 42001 El Burgo de Osma',
    'Residencia Los Álamos, Calle Real 5',
    '42001',
    'El Burgo de Osma',
  ],
])('the place after a street is read from %s', (line, street, postalCode, city) => {
  expect(readAfterStreet(line)).toMatchObject({ street, postalCode, city })
  expect(readAfterStreet(line)).not.toHaveProperty('name')
})

test.each([
  'Calle Real 5',
  'Calle Real 5, 42001',
  '42001 Soria',
  'Carretera N-340, km 1234',
  'Rue Basse 3, 75001 París',
])('reads no place after %s', (line) => expect(readAfterStreet(line)).toBeUndefined())

const anaInMadrid = {
  name: 'Ana Ruiz',
  street: 'Calle Mayor 3',
  postalCode: '28013',
  city: 'Madrid',
  state: '',
  country: 'España',
}
const { name: _, ...madrid } = anaInMadrid
const getafe = { ...madrid, street: 'C/ Mayor 3', postalCode: '28901', city: 'Getafe' }
const box = { ...madrid, street: 'Apdo. 45', postalCode: '28080' }

test.each([
  ['28013 Madrid, Calle Mayor 3', madrid],
  ['28013\nMadrid\nCalle Mayor 3', madrid],
  ['28013-Madrid; Calle Mayor 3; España', madrid],
  ['28013 Madrid (España), Calle Mayor 3, 2.º B', { ...madrid, street: 'Calle Mayor 3, 2.º B' }],
  ['28013 Madrid, Mayor 3', { ...madrid, street: 'Mayor 3' }],
  ['España, 28013 Madrid, Calle Mayor 3', madrid],
  ['Madrid 28013, Calle Mayor 3', madrid],
  ['Madrid, 28013. Calle Mayor 3', madrid],
  ['Ana Ruiz, 28013 Madrid, Calle Mayor 3', anaInMadrid],
  ['Ana Ruiz\n28013 Madrid\nCalle Mayor 3, 2.º B', { ...anaInMadrid, street: 'Calle Mayor 3, 2.º B' }],
  ['Calle Mayor 3, Madrid 28013', madrid],
  ['Calle Mayor 3, (28013) Madrid', madrid],
  ['Calle Mayor 3 (28013 Madrid)', madrid],
  ['Calle Mayor 3 28013, Madrid', madrid],
  ['Calle Mayor 3 - 28013 Madrid', madrid],
  ['Calle Mayor 3\nMadrid\n28013', madrid],
  ['Ana Ruiz\nCalle Mayor 3\nMadrid 28013\nSpain', anaInMadrid],
  ['Calle Mayor 3. CP 28013. Madrid', madrid],
  ['Ana Ruiz. Calle Mayor 3. 28013 Madrid', anaInMadrid],
  ['Ana Ruiz - Calle Mayor 3 - 28013 Madrid', anaInMadrid],
  ['Ana Ruiz; Calle Mayor 3; 28013 Madrid', anaInMadrid],
  ['Ana Ruiz / Calle Mayor 3 / 28013 Madrid', anaInMadrid],
  ['Ana Ruiz, Calle Mayor 3\n28013 Madrid', anaInMadrid],
  ['Ana Ruiz (600 12 31 23), Calle Mayor 3, 28013 Madrid', anaInMadrid],
  ['Ana Ruiz, 600 12 31 23, 28013 Madrid, Calle Mayor 3, España', anaInMadrid],
  ['Getafe, 28901, C/ Mayor 3', getafe],
  ['C/ Mayor 3, Getafe (Madrid) 28901', { ...getafe, state: 'Madrid' }],
  ['C/ Mayor 3, Getafe 28901 (Madrid)', { ...getafe, state: 'Madrid' }],
  ['C/ Mayor 3. 28901 Getafe. Madrid.', { ...getafe, state: 'Madrid' }],
  ['C/ Mayor 3\n28901 - Getafe - Madrid', { ...getafe, state: 'Madrid' }],
  ['28901 Getafe (Madrid)\nC/ Mayor 3', { ...getafe, state: 'Madrid' }],
  ['Antonio Pérez, Apdo. 45, 28080 Madrid', { name: 'Antonio Pérez', ...box }],
  ['Antonio Pérez, Apdo. 45\n28080 Madrid', { name: 'Antonio Pérez', ...box }],
  ['Apdo. Correos 10345, 28080 Madrid', { ...box, street: 'Apdo. Correos 10345' }],
  ['Apartado 10345 28080 Madrid', { ...box, street: 'Apartado 10345' }],
  ['Calle Mayor 3, 28013 Madrid 28013', madrid],
  ['Calle Mayor 3, 28013, Madrid (28013)', madrid],
  ['Calle Mayor 3, 28013 - 28013 Madrid', madrid],
  ['Calle Mayor 3\nD.ª Ana Ruiz\n28013 Madrid', { ...anaInMadrid, name: 'D.ª Ana Ruiz' }],
  ['Calle Mayor 3, 28013 Madrid, Sr. Luis Gil', { ...anaInMadrid, name: 'Sr. Luis Gil' }],
  ['28080 Madrid, Apdo. 45', box],
  ['28080 Madrid, Apdo. de Correos 45', { ...box, street: 'Apdo. de Correos 45' }],
])('in the order of %j it goes to its fields', (text, address) => {
  expect(readWholeAddress(text)).toEqual(address)
})

test.each([
  'Calle Mayor 3\n28013 Madrid\nAna Ruiz',
  '28013 Madrid, Calle Mayor 3, Ana Ruiz',
  '28013 Madrid, Ana Ruiz, Calle Mayor 3',
  'Madrid, Calle Mayor 3, 28013',
  'Calle Mayor 3, 28013 Madrid. Nos vemos el jueves',
])('%j is ambiguous and not split', (text) => expect(readWholeAddress(text)).toBeUndefined())

test('in any order every part is read correctly, or nothing is', () => {
  const chunks = fc.record({
    name: fc.constantFrom('Ana Ruiz', 'Talleres Gil, S.L.', 'D. Íñigo Gil'),
    street: fc.constantFrom('Calle Mayor 3', 'C/ Mayor, 3, 2.º B', 'Apdo. 45', 'Avda. de Vigo s/n'),
    place: fc.constantFrom(
      '28901 Getafe',
      'Getafe 28901',
      '28901-Getafe',
      'Getafe (Madrid) 28901',
      '28901 Getafe (Madrid)',
    ),
    country: fc.constantFrom('', 'España', 'Spain'),
    phone: fc.constantFrom('', '600 12 31 23', 'Tel. +34 600 12 31 23'),
  })
  const order = fc.shuffledSubarray(['name', 'street', 'place', 'country', 'phone'] as const, {
    minLength: 5,
  })
  let times = 0
  const property = fc.property(chunks, order, fc.constantFrom('\n', ', ', '; ', ' | '), (said, keys, by) => {
    const read = readWholeAddress(
      keys
        .map((key) => said[key])
        .filter(Boolean)
        .join(by),
    )
    if (read) times++
    // A name between street and town may be that of the house; the form still asks for the person.
    if (!read || (read.name === undefined && read.street === `${said.street}, ${said.name}`)) return
    expect(read).toMatchObject({
      street: said.street,
      postalCode: '28901',
      city: 'Getafe',
      country: 'España',
    })
    if (read.name !== undefined) expect(read.name).toBe(said.name)
  })
  fc.assert(property, { numRuns: 2000 })
  expect(times).toBeGreaterThan(500)
})
