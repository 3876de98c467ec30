import { type Address, type AddressField, isPostalCode, isSpain } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { provinceNamed, splitTown } from '@lacre/letter/address/provinces.ts'
import { count } from '@lacre/letter/words.ts'
import {
  isContact,
  isStreet,
  joined,
  readAfterStreet,
  tidyCode,
  usualCountry,
  wholeCode,
  type ReadList,
} from './read-lines.ts'

/** What a column of a list may be. */
export type Role = AddressField | 'surname' | 'company' | 'door' | 'none'

/** `place`: which of somebody's addresses it is of, the preferred one first. `label`: the folded heading. */
export type Column = { heading: string; label: string; role: Role; place: number }

/** Without articles, and without the words that tell home from work. */
const headings: Record<Exclude<Role, 'none'>, string> = {
  name: 'nombre|nombre pila|segundo nombre|name|first name|given name|middle name|additional name|destinatario|contacto|cliente|titular|socio|nombre completo|nombre apellidos|apellidos nombre|full name|display name',
  surname:
    'apellidos|apellido|primer apellido|segundo apellido|apellido 1|apellido 2|apellido1|apellido2|last name|family name|surname',
  company: 'organizacion|empresa|company|organization|organization name|razon social',
  street:
    'calle|calle numero|direccion|direccion 1|direccion postal|direccion completa|domicilio|street|street 1|street address|address|address 1|address line 1|tipo via|via|nombre via',
  door: 'numero|num|n|no|nº|portal|bloque|bl|escalera|esc|piso|planta|puerta|pta|letra|bis|km|kilometro|direccion 2|direccion 3|calle 2|calle 3|street 2|street 3|address 2|address 3|address line 2|linea 2|complemento|resto direccion|extended address|po box|apartado|apartado correos',
  postalCode: 'codigo postal|cp|c p|cod postal|codpostal|c postal|postal code|postcode|zip|zip code|postal',
  city: 'ciudad|poblacion|localidad|municipio|pueblo|city|town|locality',
  state: 'estado|provincia|provincia estado|barrio|urbanizacion|state|region|state province|province',
  country: 'pais|pais region|country|country region',
}
const roles = new Map(
  (Object.entries(headings) as [Role, string][]).flatMap(([role, words]) =>
    words.split('|').map((word) => [word, role]),
  ),
)
const isWholeName = (label: string) =>
  /completo|full|display|^(?:nombre apellidos|apellidos nombre)$/.test(label)
const home = /^(?:home|casa|domicilio|residencia|particular|personal)$/
const work = /^(?:business|work|trabajo|oficina|laboral)$/
const other = /^(?:other|otra|otro)$/
const article = /^(?:de|del|la|el|los|o|y|or|of|)$/

/** `Calle del domicilio 2` is `calle 2`, at home; `Address 2 - City` is `city`, of the second address. */
function columnOf(heading: string): Column {
  const folded = fold(heading.replace(/[_/*:#"'()-]+/g, ' '))
  const [, at, rest] = /^(?:address|direccion) (\d) (.+)$/.exec(folded) ?? []
  const words = (rest ?? folded).split(' ').filter((word) => !article.test(word))
  const bare = words.filter((word) => ![home, work, other].some((of) => of.test(word)))
  const label = (bare.some((word) => !/^\d$/.test(word)) ? bare : words).join(' ')
  const isOf = (of: RegExp) => words.some((word) => of.test(word))
  const place = at ? Number(at) - 1 : Number(isOf(work)) || 2 * Number(isOf(other))
  return { heading, label, role: roles.get(label) ?? 'none', place }
}

export const isHead = (cells: string[]): boolean =>
  cells.filter((cell) => columnOf(cell).role !== 'none').length > 1

/** What the columns are by their headings, and by their cells where a heading is unknown. */
export function columnsByHead(head: string[], body: string[][] = []): Column[] {
  const columns = head.map((heading, at) => columnOf(heading || `Columna ${at + 1}`))
  const streetAt = columns.findIndex(({ role }) => role === 'street')
  const hasGiven = columns.some(({ label }) => /^(?:given|first) name$/.test(label))
  const isWhole = ({ label }: Column) => isWholeName(label) || (hasGiven && label === 'name')
  const hasWhole = columns.some(isWhole)
  for (const [at, column] of columns.entries()) {
    // A number before the street counts the rows; a whole name holds its parts.
    if (column.role === 'door' && at < streetAt) column.role = 'none'
    const isPart = column.role === 'name' || column.role === 'surname'
    if (hasWhole && isPart && !isWhole(column)) column.role = 'none'
    const looks = column.role === 'none' && roleByCells(body.map((row) => row[at] ?? ''))
    if (looks && !columns.some(({ role }) => role === looks)) column.role = looks
  }
  return columns
}

/** Codes, streets and countries show in most cells of their column. */
function roleByCells(cells: string[]): Role | undefined {
  const filled = cells.filter(Boolean).slice(0, 50)
  const isMost = (is: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(is).length > filled.length / 2
  if (isMost((cell) => isPostalCode(wholeCode(cell)))) return 'postalCode'
  if (isMost(isStreet)) return 'street'
  return isMost(isSpain) ? 'country' : undefined
}

/** The columns of a table without headings; undefined where its cells do not tell all that a letter needs. */
export function columnsByCells(body: string[][]): Column[] | undefined {
  const width = Math.max(...body.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at): Column => {
    const role = roleByCells(body.map((row) => row[at] ?? '')) ?? 'none'
    return { heading: `Columna ${at + 1}`, label: '', role, place: 0 }
  })
  const at = (role: Role) => columns.findIndex((column) => column.role === role)
  const isText = (column: number) =>
    columns[column]?.role === 'none' && body.every((row) => !row[column] || !/[\d@]/.test(row[column]))
  const [street, code] = [at('street'), at('postalCode')]
  const name = columns.findIndex((_, column) => column < street && isText(column))
  const isProvince = (column: number) =>
    body.every((row) => !row[column] || provinceNamed(row[column]) !== undefined)
  const [before, after] = [code - 1, code + 1].map((column) =>
    column > name && isText(column) ? column : -1,
  )
  const city = after! < 0 || (before! > 0 && isProvince(after!)) ? before! : after!
  if ([name, street, code, city].some((column) => column < 0)) return undefined
  columns[name]!.role = 'name'
  columns[city]!.role = 'city'
  for (const [column, { role }] of columns.entries()) {
    if (role !== 'none') continue
    if (column > street && column < code && !body.some((row) => isContact(row[column] ?? '')))
      columns[column]!.role = 'door'
    else if (column > code && isText(column) && isProvince(column)) columns[column]!.role = 'state'
  }
  return columns
}

/** Everybody in a table who has an address; which cells go nowhere, by their column, and who has none. */
export function readColumns(body: string[][], columns: Column[]): ReadList {
  const list: ReadList = { rows: [], unused: [], withoutAddress: [] }
  const left = new Map<string, number>()
  for (const row of body) {
    const { address, cells } = addressOfRow(row, columns)
    for (const [at, cell] of row.entries()) {
      const heading = columns[at]?.heading ?? 'celdas sin encabezado'
      if (cell && !cells.includes(at)) left.set(heading, (left.get(heading) ?? 0) + 1)
    }
    if (address.street || address.city || address.postalCode)
      list.rows.push({ address, written: row.filter(Boolean).join(' · ') })
    else list.withoutAddress.push(address.name || 'sin nombre')
  }
  const filled = (heading: string) =>
    body.filter((row) => columns.some((column, at) => column.heading === heading && row[at])).length
  list.unused = Array.from(left, ([heading, rows]) =>
    rows < filled(heading) ? `${heading} (${count(rows, 'fila', 'filas')})` : heading,
  )
  return list
}

/** The address that a row comes to, by the first place of somebody's that it has, and which of its cells are in it. */
export function addressOfRow(row: string[], columns: Column[]): { address: Address; cells: number[] } {
  const cells: number[] = []
  const isPlace = ({ role }: Column) => ['street', 'door', 'postalCode', 'city'].includes(role)
  const places = columns.filter((column, at) => row[at] && isPlace(column)).map(({ place }) => place)
  const place = places.length ? Math.min(...places) : 0
  function take(role: Role): { cell: string; label: string }[] {
    const isAnywhere = ['name', 'surname', 'company'].includes(role)
    return columns.flatMap((column, at) => {
      const cell = row[at]
      if (!cell || column.role !== role || (column.place !== place && !isAnywhere)) return []
      cells.push(at)
      return [{ cell, label: column.label }]
    })
  }
  const text = (role: Role) => take(role).map(({ cell }) => cell)
  const person = [...text('name'), ...text('surname')]
  const company = place === 1 || !person.length ? text('company') : []
  const name = person.length ? person : company
  const firm = person.length ? company : []
  const [street, doors] = [text('street').join(' '), take('door')]
  const more = doors.filter(({ cell }) => cell.length < 4 || !street.includes(cell)).reduce(addDoor, [])
  const [written, cityText] = [text('postalCode'), text('city')].map((cells) =>
    tidyCode(cells.join(' ')),
  ) as [string, string]
  const both = [written, cityText].map((cell) => /^(\d{5})[ ,–-]+(.+)$/.exec(cell)).find(Boolean)
  const town = splitTown(both?.[2] ?? cityText)
  const [state, country] = [text('state').join(', ') || town.province, text('country').join(' ')]
  const read = !written && !town.city ? readAfterStreet(street) : undefined
  const address = {
    name: joined(name, ' '),
    street: joined([...firm, read?.street ?? street, ...more].filter(Boolean), ', '),
    city: joined([read?.city ?? town.city], ''),
    state: joined([read?.state || state], ''),
    postalCode: joined([read?.postalCode ?? wholeCode(both?.[1] ?? written)], ''),
    country: joined([country && !isSpain(country) ? country : usualCountry], ''),
  }
  return { address, cells }
}

/** A bare figure says what it counts: `bloque 2`, `4.º`; `bis` stays with the number. */
function addDoor(parts: string[], { cell, label }: { cell: string; label: string }): string[] {
  if (label === 'bis' && parts.length) return [...parts.slice(0, -1), `${parts.at(-1)} ${cell}`]
  const [word = ''] = /^(?:bloque|portal|km|esc|apartado)/.exec(label.replace('po box', 'apartado')) ?? []
  if (/^(?:[\d.,]+|\p{L})$/u.test(cell) && word)
    return [...parts, `${word === 'esc' ? 'esc.' : word} ${cell}`]
  return [...parts, /^(?:piso|planta)$/.test(label) && /^\d+$/.test(cell) ? `${cell}.º` : cell]
}
