import {
  type Address,
  checkAddress,
  isPostalCode,
  isSpain,
  normalPostalCode,
  provinceOf,
} from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { isRegion, placesIn, provinceNamed, splitTown } from '@lacre/letter/address/provinces.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'

/** An address, perhaps incomplete, and the pasted text; with a greeting if a column has it. */
export type PastedRow = { address: Address; written: string; greeting?: string }
/** The address in these lines, or in one line with commas; missing parts are empty. */
export function addressOfLines(lines: string[]): Address {
  const isCountryHere = (part: string) => isSpain(part) && !isRegion(part)
  const parts = partsOf(lines).toSorted(
    (one, other) => Number(isCountryHere(one)) - Number(isCountryHere(other)),
  )
  if (beginsWithName(parts)) return placeParts(parts)
  const named = parts.find((part) => title.test(part)) ?? ''
  return placeParts([named, ...parts.filter((part) => part !== named)])
}
/** A title marks the name of a person. */
const title = /^(?:d\.ª?|d\.?ª|dña\.?|sra?\.|srta\.) \p{Lu}\D+$/iu

function partsOf(lines: string[]): string[] {
  const said = lines
    .slice(0, maxParts)
    .map((line) => tidyCode(withoutTalk(line)))
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !isContact(line))
  const [line = ''] = said
  const by = [/ ?; ?/, / [|·•] /, comma, / [-–/] /].find(
    (one) => said.length === 1 && line.split(one).length > 1,
  )
  const parts = said.flatMap((one) => one.split(by ?? / [|·•] /))
  return parts
    .flatMap((part, at) => (at === 0 ? splitName(part) : [part]))
    .flatMap(apart)
    .filter((part) => part && !isContact(part))
}

/** Not the comma before `S.L.` */
const comma = /,(?! *s\.? ?(?:a|l|c|coop)\.? ?[uplv]?\.? *(?:,|$))/i

/** `Ana Ruiz, Calle Mayor 5`, `Ana Ruiz - Apdo. 45`: splits a name before a street. */
function splitName(part: string): string[] {
  for (const { index, 0: between } of part.matchAll(/ ?[,.;/–-]+ +/g)) {
    const [name, rest] = [part.slice(0, index), part.slice(index + between.length)]
    if (isStreet(rest) && isTown(name)) return [name, rest]
  }
  return [part]
}

/** Splits `Calle Mayor 5 42001 Soria, España` into street, town with code, and country. */
function apart(part: string): string[] {
  const bare = part
    .trim()
    .replace(/ *\(([^()]+)\)$/, (all, place: string) => (isSpain(place) ? `, ${place}` : all))
    .replace(/(?<=^.*\d{5} .*[\p{L})])[. ]+(\p{L}+)$/u, (all, place: string) =>
      isSpain(place) && !isRegion(place) ? `, ${place}` : all,
    )
    .replace(/(?<=\d{5} .*)(?:\.| [-–]) ([^,\d]+?)\.?$/, (all, place: string) =>
      isPlace(place) ? `, ${place}` : all,
    )
  const [, street = '', place = bare] = codeBehind.exec(bare) ?? []
  const placed = /^\d{5}[., ]/.test(place) ? place.split(/,|(?<=^\d{5})\. /) : [place]
  return [street, ...placed].map((one) => one.trim().replace(/[,;]$|(?<=\p{L}{3}|\d)\.$/u, ''))
}

/** A PO box may have a number of five digits, which is no postal code. */
const box = '(?<!\\b(?:apdo|apartado)\\b\\D{0,20})'
const codeBehind = new RegExp(`^(.+?)(?: *[,.;/–-])? +${box}(\\d{5}(?:[., ].+)?)$`, 'i')
const province = '(?:0[1-9]|[1-4]\\d|5[0-2])'
const labelledCode = new RegExp(
  `\\b(?:[cd]\\.? ?p\\.?|c[óo]d(?:igo|\\.)? ?postal|es-?) ?:? ?(${province})[ .]?(\\d{3})(?!\\d)`,
  'gi',
)
const spacedCode = new RegExp(`(?<!\\d[.,]? ?|km\\.? ?)(${province})[ .](\\d{3})(?=$| +[\\p{L}(])`, 'giu')
const hyphenedCode = new RegExp(`(?<![\\d-])(${province}\\d{3}) ?[-–] ?(?=\\p{L}{2})`, 'gu')
const articleAfterTown = /(\d{5} [^,\d]+), (a|o|as|os|el|la|los|las|l['’]|els|les|es|sa|ses)(?= *(?:[,(]|$))/i

/** `C.P. 28 014 Madrid`, `28.014 Madrid` and full-width digits become `28014 Madrid`. */
export const tidyCode = (line: string): string =>
  line
    .replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
    .replace(labelledCode, '$1$2')
    .replace(spacedCode, '$1$2')
    .replace(hyphenedCode, '$1 ')
    .replace(/\((\d{5}(?: [^()]+)?)\)/g, '$1')
    .replace(/(?<=\p{L} \d{5} )\(([^()]+)\)$/u, '$1')
    .replace(articleAfterTown, '$1 ($2)')

const talk = [
  /\p{Extended_Pictographic}\ufe0f?/gu,
  // Time and author in an exported chat.
  /^\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d\d)?(?: ?[ap]\.? ?m\.?)?\]?(?: -)? [^:]{1,40}: /i,
  /^\[\d{1,2}:\d{2}[^\]]{0,12}, \d{1,2}[/.]\d{1,2}[/.]\d{2,4}\] [^:]{1,40}: /,
  /^[^[\]\d]{1,40}, \[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}[^\]]{0,12}\]:?/,
  /^hola(?: \p{L}+)?[,.!]+ /iu,
  /^.*\b(?:direcci[oó]n|domicilio)(?: \p{L}+)? es /iu,
  /-?\b\d{1,3}\.\d{4,}, ?-?\d{1,3}\.\d{4,}/g,
  /^(?:.*\b(?:direcci[oó]n|domicilio|señas|env[ií]\p{L}*)(?!\p{L})[^:\d]{0,30}|(?:nombre|destinatari|remit|factur|client|entreg|(?:calle|para|de|a) *(?=:)|c(?:ódigo|od\.?) ?p|c\.?p\.?$|poblaci|localidad|ciudad|municipio|provincia|pa[ií]s|at(?:t|n|ención)|a\/a)[^:\d]{0,30}):\s*/iu,
  /^(?:hola|buen[oa]s|te (?:paso|mando|dejo)|gracias|(?:un )?(?:saludos?|abrazos?|besos?)|atentamente|ok|vale)(?!\p{L})[^\d,]*$/iu,
  /[ ,;|·•/–-]+(?:tel|tlf|tfno|m[oó]vil)\p{L}*[ .:]*\+?\d[\d ().-]{7,}$/iu,
  / *\((?:tel|tlf|tfno|m[oó]vil)?[ .:]*\+?\d[\d .-]{7,}\d\)/iu,
  / *(?:https?:\/\/|www\.)\S+/giu,
  /[ ,;|·•/–-]+[^\s,;@]+@\S+$/u,
  /(?<=\p{L})[ ,;|·•/–-]+(?:(?:\+|00)34[ .-]?)?[6-9]\d\d[ .-]?(?:\d{3}[ .-]?\d{3}|\d\d[ .-]?\d\d[ .-]?\d\d)$/u,
  // Thanks after the town.
  /(?<=\d{5} .*\p{L}{4})[.!]+ +[¡¿]?(?:muchas|mil|gracias|un|saludos?|abrazos?|besos?|atentamente)(?!\p{L})\D*$/iu,
]
/** Removes what people and programs write around an address. */
const withoutTalk = (line: string) => talk.reduce((left, one) => left.replace(one, '').trim(), line)

/**
 * Groups lines into addresses: one line with commas, or several lines, as on labels. Ambiguous lines stay single, so that
 * no street goes to the wrong person.
 */
export function groupLines(lines: string[]): string[][] {
  const groups: string[][] = []
  let open: string[] = []
  let code = -1
  const close = () => {
    if (open.length) groups.push(...asOne(open, code))
    open = []
    code = -1
  }
  for (const line of lines) {
    if (isRow(line, open.length === 0)) {
      close()
      groups.push([line])
      continue
    }
    if (code >= 0 && !isAfterCode(line, open, code)) close()
    if (code < 0 && postalCode.test(line)) code = open.length
    open.push(line)
  }
  close()
  return groups
}

const postalCode = new RegExp(`(?<!\\d)${box}${province}\\d{3}(?!\\d)`, 'i')

/** Also `Rambla Nova 10`. */
const looksLikeStreet = (part: string) =>
  (isStreet(part) || /\p{L}.* (?:\d|s\/n)/u.test(part)) && !door.test(part)

const isPlace = (part: string) => [isCountry, isRegion, provinceNamed].some((is) => is(part))

/** `28013 Madrid, Calle Mayor 3` → name, street, place, as on an envelope. Ambiguous parts stay together. */
function inOrder(parts: string[]): string[] {
  const code = parts.findIndex((part) => postalCode.exec(part)?.index === 0)
  const street = parts.findIndex((part, at) => at > code && looksLikeStreet(part))
  if (code < 0 || street < 0 || parts.slice(0, code).some(looksLikeStreet)) return parts
  const isBare = /^\d+$/.test(parts[code]!)
  const start = isBare && street === code + 1 ? code - 1 : code
  const town = isBare && start === code ? code + 1 : code
  const names = parts.slice(0, Math.max(start, 0)).filter((part) => part && !isPlace(part))
  const behind = parts.slice(street + 1)
  const doors = behind.filter((part) => /\d/.test(part) || door.test(part))
  const around = [...parts.slice(0, Math.max(start, 0)), ...parts.slice(town + 1, street), ...behind].filter(
    (part) => part && !names.includes(part) && !doors.includes(part),
  )
  const isTownSaid = names.length === 0 || town === start || isPlace(parts[town]!)
  if (start < 0 || names.length > 1 || !isTownSaid || !around.every(isPlace)) return ['', parts.join(', ')]
  return [names[0] ?? '', parts[street]!, ...doors, ...parts.slice(start, town + 1), ...around]
}

/** Whether a line is a whole address; the first line of a group need not be complete. */
function isRow(line: string, isFirst: boolean): boolean {
  const parts = partsOf([line])
  if (parts.length < 3 || !beginsWithName(parts)) return false
  return isFirst || (postalCode.test(line) && looksLikeStreet(parts[1]!))
}

/** A line after the code: province, country, telephone, or the town if the code has its own line. */
function isAfterCode(line: string, open: string[], code: number): boolean {
  const isBare = code === open.length - 1 && !/\p{L}/u.test(open[code]!.replace(/^c\.? ?p\b/i, ''))
  const hasTown = code > 2 && !/\d/.test(open[code - 1]!)
  return (isBare && !hasTown) || isPlace(line) || isContact(line)
}

/** Name, company, street and door; further lines belong to an address without a code. */
const mostBeforeCode = 4

/** Street, another line, street again: two addresses, the first without a code. */
function areTwo(lines: string[]): boolean {
  const streets = lines.map((line) => looksLikeStreet(line.replace(/\d{5}.*$/, '')))
  const first = streets.indexOf(true)
  const name = lines.findIndex((line, at) => at > first && !streets[at] && !/\d/.test(line))
  return first > 0 && name > 0 && streets.includes(true, name)
}

function asOne(lines: string[], code: number): string[][] {
  if (code > mostBeforeCode || areTwo(lines.slice(0, code + 1)))
    return [...asOne(lines.slice(0, code - 2), -1), lines.slice(code - 2)]
  const isAddress = code >= 0 || lines.slice(1).some((line) => isStreet(line) || /\d/.test(line))
  return isAddress ? [lines] : lines.map((line) => [line])
}

const maxField = 200
/** Further columns or lines are ignored. */
export const maxParts = 20

/** A list marker or number before a name; `4.º B` is a floor. */
const mark = /^(?:[-–—•*·▪‣◦]\s*|\d{1,3}[.)]\s+)(?=[\p{Lu}\p{Ll}])/u
export const withoutMark = (line: string): string => line.replace(mark, '')

export const usualCountry = 'España'
export const joined = (cells: string[], by: string) => cells.join(by).slice(0, maxField)

/**
 * Recognises the parts of an address by their look: name and street come first, after a row number if any; the postal code
 * by its digits.
 */
export function placeParts(written: string[]): Address {
  const [name = '', ...row] = inOrder(written)
  if (countOfRow.test(name) && row.length > 1) return placeParts(row)
  const cells = row
    .filter((part) => part && !isContact(part))
    .map((part, at) => splitParts(tidyCode(part), at))
  const [first = '', ...parts] = cells.flat().slice(0, maxParts)
  const found = parts.findIndex((part) => isPostalCode(wholeCode(part)))
  const code = found >= 0 ? found : parts.findIndex((part) => /^\d{3,}$/.test(part))
  const postalCode = normalPostalCode(wholeCode(parts[code] ?? ''))
  const isCapital = isItsCapital(postalCode)
  const before = withoutAreas(parts.slice(0, Math.max(code, 0)), isCapital)
  const again = isPostalCode(postalCode) ? new RegExp(`[ (–-]*\\b${postalCode}\\b\\)?`) : /^$/
  const after = parts
    .slice(code + 1)
    .map((part) => part.replace(again, ''))
    .filter(Boolean)
  const place = { country: usualCountry, state: '' }
  // The town stands beside the code; a province there means that the town comes before.
  const beside = cells.find(([one, other]) => other !== undefined && one === parts[code])?.[1]
  const mayBeBefore = beside === undefined || provinceNamed(beside) !== undefined
  if (mayBeBefore)
    while (before.length > 1 && isTown(before.at(-2)!) && isAround(before.at(-1)!, isCapital))
      place.state = before.pop()!
  const isTownBefore = mayBeBefore && !isCapital(after[0]) && before.length > 0 && isTown(before.at(-1)!)
  const town = splitTown((isTownBefore ? before.pop() : after.shift()) ?? '')
  for (const part of [town.province, ...after].filter(Boolean))
    place[isRegion(part) || provinceNamed(part) ? 'state' : 'country'] = part
  // Map services put the number first, or a district between street and town.
  const lines = /^\d+$/.test(first) && before[0] && isStreet(before[0]) ? [before.shift()!, first] : [first]
  const street = before.some(isDate) ? '' : [...lines, ...before].join(', ')
  const [, bare, district] = (isCapital(town.city) && /^(.+), ([^,\d]+)$/.exec(street)) || []
  const hasDistrict = bare !== undefined && district !== undefined && isTown(district)
  return {
    name: joined([name], ''),
    street: joined([hasDistrict ? bare : street], ''),
    city: joined([town.city], ''),
    postalCode: postalCode.slice(0, maxField),
    country: joined([isSpain(place.country) ? usualCountry : place.country], ''),
    state: joined([hasDistrict ? district : place.state], ''),
  }
}

/** A code with a zero as third digit belongs to the capital: in `42200 Soria`, Soria is the province. */
function isItsCapital(postalCode: string): (place: string | undefined) => boolean {
  const province = /^\d\d0/.test(postalCode) ? provinceOf(postalCode) : undefined
  const names = province ? placesIn(province).map(fold) : []
  return (place = '') =>
    splitTown(place)
      .city.split('/')
      .some((one) => names.includes(fold(one)))
}
/** Drops the districts and areas that map services put around the town. */
function withoutAreas(parts: string[], isCapital: (place: string) => boolean): string[] {
  const known = parts.filter((part) => !/^(?:[áà]rea metropolitana|comarca d|mancomunidad) ?/i.test(part))
  const town = known.findIndex(isCapital)
  const behind = known.slice(town + 1)
  if (town < 1 || !behind.length || !behind.every(isTown) || !isPlace(behind.at(-1)!)) return known
  const [street = '', ...districts] = known.slice(0, town)
  const isSeveral = isStreet(street) && districts.every(isTown)
  return [street, ...(isSeveral ? districts.slice(-1) : districts), known[town]!]
}
const isAround = (place: string, isCapital: (place: string) => boolean) =>
  !isCapital(place) && (isRegion(place) || provinceNamed(place) !== undefined)

/** Joins first name and surnames in separate cells before the street. */
export function joinNames(rows: string[][]): string[][] {
  const streetAt = (row: string[]) => (row.length > 3 ? row.slice(0, 4).findIndex(looksLikeStreet) : -1)
  const isNamed = (row: string[]) => streetAt(row) > 1 && row.slice(0, streetAt(row)).every(isTown)
  const named = rows.filter(isNamed)
  const isWord = ([first = '']: string[]) => /^\s*\p{L}+\s*$/u.test(first)
  if (named.filter(isWord).length <= named.length / 2) return rows
  return rows.map((row) =>
    isNamed(row) ? [row.slice(0, streetAt(row)).filter(Boolean).join(' '), ...row.slice(streetAt(row))] : row,
  )
}

const countOfRow = /^\d{1,3}[.)ºª]*$/
/** Splits `28008 Madrid`, `28008 - Madrid` and `CP 28008 Madrid`. */
const splitParts = (part: string, at: number) => {
  const [, code, town] =
    (at > 0 && /^(?:c\.? ?p\.?:? ?|es?-)?(\d{5})(?: ?[-–,]? ?([^\d\s–-].*))?$/i.exec(part)) || []
  return code ? [code, ...(town ? [town] : [])] : [part]
}
/** Restores the leading zero that a spreadsheet removes. */
export const wholeCode = (code: string) => (/^[1-9]\d{3}$/.test(code) ? `0${code}` : code)

const street =
  /^(?:c\/|pl\.|p\.?º|lista de correos|apto\.? de correos|(?:apdo|apartado|finca|partida|callejón|vía|camí|cl|calle|av|avda|avenida|gran vía|rambla|pasaje|plaza|pza|paseo|camino|carretera|ctra|travesía|ronda|urb|urbanización|rúa|carrer|plaça|passeig|passatge|avinguda|praza|kalea|barrio|pol|polígono|glorieta|cuesta)(?!\p{L}))/iu
export const isStreet = (part: string) => street.test(part)
const door =
  /^(?:bajos?|baixos?|behea|sobreático|ático|àtic|entresuelo|entresòl|entresollado|entlo|principal|pral|sótano|planta|piso|portal|escalera|esc|bloque|edificio|edif|local|nave|chalet|izquierda|izda|izq|derecha|dcha|interior|exterior)(?!\p{L})/iu
/** A part before the code that does not belong to the street. */
const isTown = (part: string) => !/\d|\bs\/n/i.test(part) && !isStreet(part) && !door.test(part)
/** E-mail, web address, tax id or telephone: never printed. */
export const isContact = (part: string) =>
  /@|^(?:https?:|www\.)|^(?:n\.?i\.?f|c\.?i\.?f|d\.?n\.?i)(?!\p{L})|^(?:(?:t|tel(?:éfono|efono|f)?|tlf|tfno|m|m[oó]v(?:il)?|fax)[ .:]*)?\+?\d[\d ().-]{7,}\d$/iu.test(
    part,
  )

/** A spreadsheet turns the door `2-1` into a date; the door is lost. */
const date =
  /^(?:\d{1,4}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}-(?:ene|feb|mar|abr|may|jun|jul|ago|sep|sept|oct|nov|dic)\.?)$/i
export const isDate = (part: string) => date.test(part)

/** Whether the first part is a name, not a street. A number after a comma belongs to the street before it. */
const beginsWithName = ([first = '', second = '']: string[]) =>
  !/\d/.test(first) && !isStreet(first) && !/^\d+\D{0,3}$/.test(second)

const maxText = 500

/**
 * Reads a whole address from a message, in lines or with commas; only the name may be missing. Undefined: not a complete
 * address.
 */
export function readWholeAddress(text: string): Partial<Address> | undefined {
  if (text.length > maxText) return undefined
  const lines = text.split(/[\n\r\t]+/).map(cleanLine)
  const address = addressOfLines(lines.filter(Boolean))
  if (!isPostalCode(address.postalCode)) return undefined
  if (Object.keys(checkAddress({ ...address, name: 'x' })).length) return undefined
  // Catches a name below the address, a district, a sentence.
  if (!isPlace(address.country) || /\p{L}{4}[.!?] /u.test(address.city)) return undefined
  if (address.name) return address
  const { name: _, ...place } = address
  return place
}

/** Street with code and town typed behind it; undefined without both. */
export function readAfterStreet(line: string): Partial<Address> | undefined {
  // With a name line above, everything before the code is the street, also a house name.
  const { name: _, ...place } = readWholeAddress(`x\n${line}`) ?? {}
  const isCountryCode = isSpain(place.city ?? '') && !isRegion(place.city ?? '')
  return place.street === undefined || isCountryCode ? undefined : place
}

const languages = ['es', 'en', 'fr', 'de', 'it', 'pt']
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

let names: ReadonlySet<string> | undefined
/** The names of all countries in six languages, built on first use. */
function allNames(): ReadonlySet<string> {
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const named = languages.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => display.of(code) ?? [])
  })
  return new Set(named.map(fold))
}

export const isCountry = (place: string): boolean => (names ??= allNames()).has(fold(place))
