import {
  type Address,
  type AddressField,
  checkRecipient,
  isPostalCode,
  isSpain,
  normalPostalCode,
  provinceOf,
} from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { provinceNamed, splitTown } from '@lacre/letter/address/provinces.ts'
import { count } from '@lacre/letter/words.ts'
import {
  isContact,
  isCountry,
  isDate,
  isStreet,
  joined,
  placeParts,
  readAfterStreet,
  tidyCode,
  usualCountry,
  wholeCode,
  withoutMark,
  type PastedRow,
} from './read-lines.ts'

export type Role = AddressField | 'surname' | 'company' | 'door' | 'greeting' | 'none'

/** `place`: the address of the person it belongs to, ten numbers for each of `kinds`; undefined: shared by all. */
export type Column = { heading: string; label: string; role: Role; place?: number; isChosen?: true }

/** A parsed list. `unused`: columns without use. */
export type Reading = {
  rows: PastedRow[]
  unused: string[]
  withoutAddress: string[]
  table?: { columns: Column[]; body: string[][]; choose: (at: number, role: Role) => Reading }
}

/** Folded, without articles and words of `kinds`. */
const headings: Record<Exclude<Role, 'none'>, string> = {
  name: 'nombre|nombre pila|segundo nombre|name|first name|given name|middle name|additional name|destinatario|persona|contacto|cliente|titular|socio|propietario|inquilino|alumno|alumna|alumno a|paciente|invitado|nombre 1|name 1|first|middle|nom|nome|izena|nombre completo|nombre apellidos|apellidos nombre|nombre para mostrar|full name|display name|nom cognoms|cognoms nom|nome apelidos|apelidos nome|izen abizenak|customer name|nombre cliente',
  surname:
    'apellidos|apellido|primer apellido|segundo apellido|apellido 1|apellido 2|last name|last|family name|surname|cognoms|cognom|primer cognom|segon cognom|apelidos|apelido|abizenak|abizena',
  company: 'organizacion|empresa|company|organization|organization name|razon social',
  street:
    'calle|calle numero|direccion|direccion 1|direccion postal|direccion completa|domicilio|street|street 1|street address|address|address 1|address line 1|address 1 2|tipo via|via|nombre via|adreca|carrer|enderezo|rua|helbidea|kalea',
  door: 'numero|num|numero via|num via|n|no|nº|portal|bloque|bl|blq|escalera|esc|piso|pis|planta|plta|puerta|porta|pta|letra|bis|km|kilometro|direccion 2|direccion 3|calle 2|calle 3|street 2|street 3|address 2|address 3|address line 2|linea 2|linea direccion 2|linea de direccion 2|complemento|resto direccion|extended address|po box|apartado|apartado correos',
  postalCode:
    'codigo postal|cp|c p|cod postal|codpostal|c postal|postal code|postcode|zip|zip code|zipcode|zip postal code|postal|codi postal|posta kodea',
  city: 'ciudad|poblacion|localidad|municipio|pueblo|city|town|locality|poblacio|municipi|ciutat|concello|localidade|herria|udalerria',
  state:
    'provincia|provincia estado|barrio|urbanizacion|state|region|state region|state province|province|pedania|parroquia|barriada|comarca|probintzia',
  country: 'pais|pais region|country|country region|country code|herrialdea',
  greeting: 'saludo|encabezamiento|tratamiento saludo|salutation|greeting|salutacio|saudo|agurra',
}
const roles = new Map(
  (Object.entries(headings) as [Role, string][]).flatMap(([role, words]) =>
    words.split('|').map((word) => [word, role]),
  ),
)
/** Kinds of addresses, the one for letters first; an unnamed one ranks between home and work. */
const kinds = [
  /^(?:shipping|ship|delivery|mailing|recipient|destinatario|envio|entrega|notificacion|notificaciones|correspondencia)$/,
  /^(?:home|casa|domicilio|residencia|particular|personal)$/,
  /^$/,
  /^(?:business|work|trabajo|oficina|laboral)$/,
  /^(?:billing|bill|invoice|card|buyer|facturacion|factura|fiscal|comprador)$/,
  /^(?:other|otra|otro)$/,
]
const kindOf = (place: number) => Math.floor(place / 10)
const bareKind = 2
const article = /^(?:default|de|del|la|el|los|o|y|i|e|or|of|to|)$/
const isOfPlace = (role: Role) => !['name', 'surname', 'company', 'greeting'].includes(role)
const isMain = (role: Role) => ['street', 'postalCode', 'city'].includes(role)

/** `Calle del domicilio 2` is `calle 2`, at home; `Address 2 - City` and `Ciudad 2` are `city`, of the second address. */
function readHeading(heading: string): Column & { place: number } {
  const folded = fold(heading.replace(/[_/*:#&"'()-]+|\.(?=\d)|(?<=\p{L})(?=\d)/gu, ' '))
  const words = folded
    .split(' ')
    .filter((word, at, all) => !article.test(word) && (word !== all[at - 1] || /\d/.test(word)))
  const others = words.filter((word) => !kinds.some((of) => of.test(word)))
  const named = others.some((word) => !/^\d$/.test(word)) ? others : words.filter((word) => roles.has(word))
  const kind = kinds.findIndex((of) => words.some((word) => of.test(word) && !named.includes(word)))
  const bare = named.join(' ')
  const [, before, part = '', behind] =
    /^(?:(?:address|direccion) )?(?:(\d) )?(.+?)(?: (\d))?$/.exec(bare) ?? []
  const isPart = !roles.has(bare) && isOfPlace(roles.get(part) ?? 'name')
  const label = isPart ? part : bare
  const number = isPart ? Number(before ?? behind ?? 1) - 1 : 0
  const place = 10 * (kind < 0 ? bareKind : kind) + number
  const [first = '', second] = heading.split('/')
  const isTwice = second && !roles.has(label) && readHeading(first).role === readHeading(second).role
  return isTwice
    ? { ...readHeading(first), heading }
    : { heading, label, role: roles.get(label) ?? 'none', place }
}

/** Needs two known headings besides doors: `no` is one, and also a common cell. */
export function isHead(cells: string[]): boolean {
  const known = new Set(cells.map((cell) => readHeading(cell).role))
  return known.size - Number(known.has('none')) - Number(known.has('door')) > 1
}

/** Headings in an unknown language: words above a column of postal codes and one of streets. */
export function isForeignHead([head = [], ...body]: string[][]): boolean {
  const stands = (is: (cell: string) => boolean) =>
    head.some((heading, at) => heading && mostOf(body.map((row) => row[at] ?? ''))(is))
  const areWords =
    head.length > 3 &&
    body.every((row) => row.length <= head.length) &&
    !head.some((cell) => /\d/.test(cell) || isStreet(cell))
  return areWords && stands(isCode) && stands((cell) => /\p{L}.* \d/u.test(cell))
}
const isCode = (cell: string) => isPostalCode(wholeCode(cell))

const emptyColumns = (rows: string[][]) =>
  Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => ({
    heading: `Columna ${at + 1}`,
    label: '',
    role: 'none' as Role,
    place: 10 * bareKind,
  }))

/** Columns by headings and cells. */
export function columnsByHead(head: string[], body: string[][]): Column[] {
  const columns = emptyColumns([head, ...body]).map((empty, at) => (head[at] ? readHeading(head[at]) : empty))
  const indexOf = (role: Role) => columns.findIndex((column) => column.role === role)
  for (const [at, column] of columns.entries()) {
    const isMost = mostOf(body.map((row) => row[at] ?? ''))
    if (isMost(isContact) || (!isOfPlace(column.role) && isMost((cell) => !/\p{L}/u.test(cell))))
      column.role = 'none'
    const seen = column.role === 'none' && roleByCells(isMost)
    if (seen && indexOf(seen) < 0) column.role = seen
  }
  if (indexOf('postalCode') < 0) markCodes(columns, body)
  const [street, code] = [indexOf('street'), indexOf('postalCode')]
  for (const [at, column] of columns.entries()) {
    // A number before the street counts rows, one after the code counts members.
    const isCount =
      at < street || (at > code && code > street && /^(?:n|no|nº|num|numero)$/.test(column.label))
    if (column.role === 'door' && isCount) column.role = 'none'
  }
  placeColumns(columns)
  const hasGiven = columns.some(({ label }) => /^(?:given|first) name$/.test(label))
  const names = columns.filter(({ role }) => role === 'name' || role === 'surname')
  const rank = ({ label }: Column) =>
    wholeName.test(label) || (hasGiven && label === 'name') ? 0 : whoItIs.test(label) ? 2 : 1
  const best = Math.min(...names.map(rank))
  const likely = names.filter((column) => rank(column) === best)
  const isFirst = (column: Column) => likely.find(({ place }) => place === column.place) === column
  const kept = best === 1 ? likely : likely.filter(isFirst)
  for (const column of names) if (!kept.includes(column)) column.role = 'none'
  return columns
}
/** Amounts have five digits too: a column of codes is named so, or is the only one that fits the towns. */
function markCodes(columns: Column[], body: string[][]) {
  const town = columns.findIndex(({ role }) => role === 'city')
  const likely = columns.filter((column, at) => {
    const known = body.filter((row) => row[at] && provinceNamed(row[town] ?? ''))
    const isFar = (row: string[]) => provinceOf(wholeCode(row[at]!)) !== provinceNamed(row[town]!)
    const fits = known.filter(isFar).length <= known.length / 2
    return column.role === 'none' && fits && mostOf(body.map((row) => row[at] ?? ''))(isCode)
  })
  const called = likely.filter(({ label }) => /postal|zip|^codigo$/.test(label))
  const [only, ...others] = called.length ? called : likely
  if (only && !others.length) only.role = 'postalCode'
}

/** Assigns columns to addresses, so that parts of two addresses of a person never mix. */
function placeColumns(columns: Column[]) {
  const open = new Map<number, { place: number; seen: Column[] }>()
  for (const column of columns) {
    const { label, role } = column
    const [, number] = (role === 'door' && /^(?:calle|direccion|street|address) (\d)$/.exec(label)) || []
    const second = (column.place ?? 0) + Number(number) - 1
    if (columns.some((one) => isMain(one.role) && one.role !== 'street' && one.place === second))
      Object.assign(column, { role: 'street', place: second })
  }
  for (const column of columns.filter(({ role }) => role !== 'none')) {
    const { label, role, place = 0 } = column
    const here = open.get(place) ?? { place, seen: [] }
    const hasTown = here.seen.some((one) => isMain(one.role) && one.role !== 'street')
    const isAgain = (one: Column) =>
      (label && one.label === label) || (one.role === role && isMain(role) && role !== 'city')
    if (hasTown && here.seen.some(isAgain)) Object.assign(here, { place: here.place + 1, seen: [] })
    here.seen.push(column)
    open.set(place, here)
    column.place = here.place
  }
  const main = columns.filter(({ role }) => isMain(role))
  const rolesAt = (place: number) => main.filter((one) => one.place === place).map(({ role }) => role)
  const bare = 10 * bareKind
  const [only = 0, ...more] = new Set(main.flatMap(({ place = bare }) => (place === bare ? [] : place)))
  const isWhole = more.length || rolesAt(bare).some((role) => rolesAt(only).includes(role))
  for (const column of columns) {
    const { role, place = 0 } = column
    const isShared = place === bare && (!isWhole || !isOfPlace(role))
    if (isShared || (!isMain(role) && !rolesAt(place).length)) delete column.place
  }
}

/** A full name includes its parts; a name of another kind beside them may be another person. */
const wholeName =
  /completo|mostrar|full|display|^(?:nombre apellidos|apellidos nombre|nom cognoms|cognoms nom|nome apelidos|apelidos nome|izen abizenak)$/
const whoItIs =
  /^(?:destinatario|persona|contacto|cliente|titular|socio|propietario|inquilino|alumn[oa]|alumno a|paciente|invitado)$/

type IsMost = (is: (cell: string) => boolean) => boolean
function mostOf(cells: string[]): IsMost {
  const filled = cells.filter(Boolean).slice(0, 50)
  return (is) => filled.length > 0 && filled.filter(is).length > filled.length / 2
}

/** Recognised when most cells of the column match. */
function roleByCells(isMost: IsMost): Role | undefined {
  if (isMost(isStreet)) return 'street'
  if (isMost((cell) => /^\d{5}[ ,–-]+\p{L}/u.test(cell))) return 'city'
  return isMost(isSpain) ? 'country' : undefined
}

/** The columns of a table without headings; undefined when they contradict what each row gives by itself. */
export function columnsByCells(body: string[][]): Column[] | undefined {
  const addresses = body.map(placeParts)
  const columns = emptyColumns(body)
  for (const [at, column] of columns.entries()) {
    const fits = ([role, isIt]: (typeof cellRoles)[number]) =>
      (!isOnce.has(role) || columns.every((one) => one.role !== role)) &&
      body.every((row, of) => !row[at] || isIt(row[at], addresses[of]!))
    if (body.some((row) => row[at])) column.role = cellRoles.find(fits)?.[0] ?? 'none'
  }
  const isSame = (row: string[], at: number) =>
    Object.entries(addressOfRow(row, columns).address).every(
      ([field, value]) => value === addresses[at]![field as AddressField],
    )
  if (body.every(isSame)) return columns
  // Unusual order: every row fails, so the user chooses the columns of the table.
  const isEven = body.length > 1 && body.every((row) => row.length > 3 && row.length === columns.length)
  const seen = isEven && addresses.every(checkRecipient) ? columnsByHead([], body) : []
  return seen.some(({ role }) => role === 'postalCode') ? seen : undefined
}

const isOnce = new Set<Role>(['name', 'postalCode', 'city', 'state', 'country'])
const cellRoles: [Role, (cell: string, address: Address) => boolean][] = [
  ['name', (cell, { name }) => cell === name],
  ['postalCode', (cell, { postalCode }) => wholeCode(tidyCode(cell)).slice(0, 5) === postalCode],
  ['company', (cell, { street }) => street.startsWith(cell) && !isStreet(cell) && !/\d/.test(cell)],
  ['street', (cell, { street }) => street.startsWith(cell) || (isStreet(cell) && street.includes(cell))],
  ['door', (cell, { street }) => `${street},`.includes(`, ${cell},`)],
  ['city', (cell, { city }) => splitTown(cell).city === city],
  ['state', (cell, { state }) => cell === state],
  ['country', isSpain],
]

/** Rows with an address, names without one, and unused columns. */
export function readColumns(body: string[][], columns: Column[], besides: string[] = []): Reading {
  const read = body.map((row) => ({ row, ...addressOfRow(row, columns) }))
  const unused = [...besides]
  const shown = columns.map((column, at) => {
    const filled = read.filter(({ row }) => row[at])
    const left = filled.filter(({ cells }) => !cells.includes(at)).length
    const isPart = left < filled.length
    if (left) unused.push(isPart ? `${column.heading} (${count(left, 'fila', 'filas')})` : column.heading)
    return isPart ? column : { ...column, role: 'none' as const }
  })
  const hasAddress = ({ address }: (typeof read)[number]) =>
    [address.street, address.city, address.postalCode].some(Boolean)
  return {
    rows: read.filter(hasAddress).map(({ address, row, greeting }) => ({
      address,
      written: row.filter(Boolean).join(' · '),
      ...(greeting && { greeting }),
    })),
    unused,
    withoutAddress: read.filter((one) => !hasAddress(one)).map(({ address }) => address.name || 'sin nombre'),
    table: {
      columns: shown,
      body,
      choose: (at, role) =>
        readColumns(body, shown.with(at, { ...shown[at]!, role, isChosen: true }), besides),
    },
  }
}

/** The address of a row, from the first place of its person, and the cells it uses. */
function addressOfRow(
  row: string[],
  columns: Column[],
): { address: Address; cells: number[]; greeting: string } {
  const cells: number[] = []
  const places = columns.flatMap(({ role, place }, at) => (row[at] && isMain(role) ? (place ?? []) : []))
  const first = places.length ? Math.min(...places) : 10 * bareKind
  const has = (role: Role, of: number) =>
    columns.some((column, at) => row[at] && column.role === role && column.place === of)
  const isWhole = (of: number) => has('street', of) && (has('postalCode', of) || has('city', of))
  const place = places.find((of) => kindOf(of) === kindOf(first) && isWhole(of)) ?? first
  function take(...taken: Role[]): { cell: string; label: string }[] {
    const isOwn = (column: Column) => column.isChosen ?? column.place === place
    const those = [...columns.entries()].filter(([at, { role }]) => row[at] && taken.includes(role))
    const hasOwn = !taken.includes('door') && those.some(([, column]) => isOwn(column))
    return those
      .filter(([, column]) => isOwn(column) || (column.place === undefined && !hasOwn))
      .toSorted(([, one], [, other]) => taken.indexOf(one.role) - taken.indexOf(other.role))
      .flatMap(([at, { label }]) => {
        const cell = row[at]!
        // Codes of provinces (`SO`) are not printed.
        if (taken.includes('state') && cell.length < 3) return []
        cells.push(at)
        return [{ cell, label }]
      })
  }
  const text = (...taken: Role[]) => take(...taken).map(({ cell }) => cell)
  const person = text('name', 'surname')
  const company = [3, 4].includes(kindOf(place)) || !person.length ? text('company') : []
  const name = person.length ? person : company
  const firm = person.length ? company : []
  const streets = text('street')
  // Shop exports have the street once whole and once in parts.
  const isRepeated = (cell: string, at: number) =>
    cell.length > 5 &&
    streets.some((other, of) => of !== at && other.includes(cell) && (other !== cell || of < at))
  const [street, doors] = [streets.filter((cell, at) => !isRepeated(cell, at)).join(' '), take('door')]
  const isDated = [...streets, ...doors.map(({ cell }) => cell)].some(isDate)
  const more = doors.filter(({ cell }) => cell.length < 4 || !street.includes(cell)).reduce(addDoor, [])
  const written = normalPostalCode(tidyCode(text('postalCode').join(' ')))
  const [locality = '', ...others] = text('city')
  const municipality = others.filter((other) => fold(other) !== fold(locality)).map((other) => ` (${other})`)
  const cityText = tidyCode(joined([locality, ...municipality], ''))
  const both = [written, cityText]
    .map((cell) => /^(\d{5})[ ,–-]+(.+)$/.exec(cell.replace(/^(\D+?)[ ,–-]+\(?(\d{5})\)?$/, '$2 $1')))
    .find(Boolean)
  const town = splitTown(both?.[2] ?? cityText)
  const region = text('state').join(', ')
  // A country in the province column means abroad; Granada is both, and then the province.
  const isAbroad = isCountry(region) && !provinceNamed(region)
  const state = (isAbroad ? '' : region) || town.province
  const country = text('country').join(' ') || (isAbroad ? region : '')
  const read = !written && !town.city ? readAfterStreet(street) : undefined
  const address = {
    name: withoutMark(joined(name, ' ')),
    street: isDated ? '' : joined([...firm, read?.street ?? street, ...more].filter(Boolean), ', '),
    city: joined([read?.city ?? town.city], ''),
    state: joined([read?.state || state], ''),
    postalCode: joined([read?.postalCode ?? wholeCode(both?.[1] ?? written)], ''),
    country: joined([country && !isSpain(country) ? country : usualCountry], ''),
  }
  return { address, cells, greeting: joined(text('greeting'), ' ') }
}

/** Names a bare number: `bloque 2`, `4.º`; `bis` joins the number before. */
function addDoor(parts: string[], { cell, label }: { cell: string; label: string }): string[] {
  if (label === 'bis' && parts.length) return [...parts.slice(0, -1), `${parts.at(-1)} ${cell}`]
  const [word = ''] =
    /^(?:bloque|portal|km|esc|apartado)/.exec(
      label.replace('po box', 'apartado').replace(/^blq$/, 'bloque'),
    ) ?? []
  if (/^(?:[\d.,]+|\p{L})$/u.test(cell) && word)
    return [...parts, `${word === 'esc' ? 'esc.' : word} ${cell}`]
  return [...parts, /^(?:piso|planta|plta)$/.test(label) && /^\d+$/.test(cell) ? `${cell}.º` : cell]
}
