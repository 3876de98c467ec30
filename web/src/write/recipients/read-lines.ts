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

/** An address, whole or not, and as it was written; with a greeting where a column has it. */
export type PastedRow = { address: Address; written: string; greeting?: string }
/** The address that these lines, or the parts between the commas of one, come to; what they lack is empty. */
export function addressOfLines(lines: string[]): Address {
  const isCountryHere = (part: string) => isSpain(part) && !isRegion(part)
  const parts = partsOf(lines).toSorted(
    (one, other) => Number(isCountryHere(one)) - Number(isCountryHere(other)),
  )
  if (beginsWithName(parts)) return placeParts(parts)
  const named = parts.find((part) => title.test(part)) ?? ''
  return placeParts([named, ...parts.filter((part) => part !== named)])
}
/** A person is called so, and neither a house nor a district. */
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

/** Not before `S.L.` */
const comma = /,(?! *s\.? ?(?:a|l|c|coop)\.? ?[uplv]?\.? *(?:,|$))/i

/** `Ana Ruiz, Calle Mayor 5` in a line, `Ana Ruiz - Apdo. 45`: who stands before a street is no part of it. */
function splitName(part: string): string[] {
  for (const { index, 0: between } of part.matchAll(/ ?[,.;/–-]+ +/g)) {
    const [name, rest] = [part.slice(0, index), part.slice(index + between.length)]
    if (isStreet(rest) && isTown(name)) return [name, rest]
  }
  return [part]
}

/** `Calle Mayor 5 42001 Soria, España` is a street, a town with its code, and a country. */
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

/** A box of the post is numbered, at times with five figures. */
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
  // A messenger's hour and writer.
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
  // Whoever thanks does so behind the town.
  /(?<=\d{5} .*\p{L}{4})[.!]+ +[¡¿]?(?:muchas|mil|gracias|un|saludos?|abrazos?|besos?|atentamente)(?!\p{L})\D*$/iu,
]
/** A line without what people and programs write around an address. */
const withoutTalk = (line: string) => talk.reduce((left, one) => left.replace(one, '').trim(), line)

/**
 * Lines that stand under each other, as the addresses they are: each line one, with commas, or each address several lines,
 * as on labels. Where that cannot be told, they stay lines by themselves: nobody's street goes to somebody else.
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

/** `Rambla Nova 10`, too. */
const looksLikeStreet = (part: string) =>
  (isStreet(part) || /\p{L}.* (?:\d|s\/n)/u.test(part)) && !door.test(part)

const isPlace = (part: string) => [isCountry, isRegion, provinceNamed].some((is) => is(part))

/** `28013 Madrid, Calle Mayor 3` → name, street, place, as envelopes have them. What may be this or that stays together. */
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

/** Whether a line is a whole address, or tries to be one where none has begun. */
function isRow(line: string, isFirst: boolean): boolean {
  const parts = partsOf([line])
  if (parts.length < 3 || !beginsWithName(parts)) return false
  return isFirst || (postalCode.test(line) && looksLikeStreet(parts[1]!))
}

/** Province, country, telephone; the town, where the code has a line of its own. */
function isAfterCode(line: string, open: string[], code: number): boolean {
  const isBare = code === open.length - 1 && !/\p{L}/u.test(open[code]!.replace(/^c\.? ?p\b/i, ''))
  const hasTown = code > 2 && !/\d/.test(open[code - 1]!)
  return (isBare && !hasTown) || isPlace(line) || isContact(line)
}

/** Name, company, street and door; what is more belongs to somebody whose code is missing. */
const mostBeforeCode = 4

/** A street, a line that is none, and a street again: two people, of whom the first lacks the code. */
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
/** More columns or lines than any address has are not looked at. */
export const maxParts = 20

/** What numbers or marks the entries of a list is no part of a name; a floor (`4.º B`) is no number of a list. */
const mark = /^(?:[-–—•*·▪‣◦]\s*|\d{1,3}[.)]\s+)(?=[\p{Lu}\p{Ll}])/u
export const withoutMark = (line: string): string => line.replace(mark, '')

export const usualCountry = 'España'
export const joined = (cells: string[], by: string) => cells.join(by).slice(0, maxField)

/**
 * An address by what its parts look like: name and street come first, unless it is counted; the postal code is known by
 * its figures. Nobody is called as a number.
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
  // Beside the code stands the town; a province may, where the town comes before.
  const beside = cells.find(([one, other]) => other !== undefined && one === parts[code])?.[1]
  const mayBeBefore = beside === undefined || provinceNamed(beside) !== undefined
  if (mayBeBefore)
    while (before.length > 1 && isTown(before.at(-2)!) && isAround(before.at(-1)!, isCapital))
      place.state = before.pop()!
  const isTownBefore = mayBeBefore && !isCapital(after[0]) && before.length > 0 && isTown(before.at(-1)!)
  const town = splitTown((isTownBefore ? before.pop() : after.shift()) ?? '')
  for (const part of [town.province, ...after].filter(Boolean))
    place[isRegion(part) || provinceNamed(part) ? 'state' : 'country'] = part
  // A map has the number first, or a district between the street and its town.
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

/** Codes whose third figure is nought are of the capital: `42001 Soria` is the town, `42200 Soria` the province. */
function isItsCapital(postalCode: string): (place: string | undefined) => boolean {
  const province = /^\d\d0/.test(postalCode) ? provinceOf(postalCode) : undefined
  const names = province ? placesIn(province).map(fold) : []
  return (place = '') =>
    splitTown(place)
      .city.split('/')
      .some((one) => names.includes(fold(one)))
}
/** A map has districts before a town, and areas between it and its province: neither is the town. */
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

/** First name and surnames in cells of their own, before the street, are one name. */
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
/** `28008 Madrid`, `28008 - Madrid` and `CP 28008 Madrid` are two things. */
const splitParts = (part: string, at: number) => {
  const [, code, town] =
    (at > 0 && /^(?:c\.? ?p\.?:? ?|es?-)?(\d{5})(?: ?[-–,]? ?([^\d\s–-].*))?$/i.exec(part)) || []
  return code ? [code, ...(town ? [town] : [])] : [part]
}
/** A spreadsheet takes a code for a number, and its first nought away. */
export const wholeCode = (code: string) => (/^[1-9]\d{3}$/.test(code) ? `0${code}` : code)

const street =
  /^(?:c\/|pl\.|p\.?º|lista de correos|apto\.? de correos|(?:apdo|apartado|finca|partida|callejón|vía|camí|cl|calle|av|avda|avenida|gran vía|rambla|pasaje|plaza|pza|paseo|camino|carretera|ctra|travesía|ronda|urb|urbanización|rúa|carrer|plaça|passeig|passatge|avinguda|praza|kalea|barrio|pol|polígono|glorieta|cuesta)(?!\p{L}))/iu
export const isStreet = (part: string) => street.test(part)
const door =
  /^(?:bajos?|baixos?|behea|sobreático|ático|àtic|entresuelo|entresòl|entresollado|entlo|principal|pral|sótano|planta|piso|portal|escalera|esc|bloque|edificio|edif|local|nave|chalet|izquierda|izda|izq|derecha|dcha|interior|exterior)(?!\p{L})/iu
/** What stands before a code and is no part of the street. */
const isTown = (part: string) => !/\d|\bs\/n/i.test(part) && !isStreet(part) && !door.test(part)
/** Lists have them beside an address; nothing of them is printed. */
export const isContact = (part: string) =>
  /@|^(?:https?:|www\.)|^(?:n\.?i\.?f|c\.?i\.?f|d\.?n\.?i)(?!\p{L})|^(?:(?:t|tel(?:éfono|efono|f)?|tlf|tfno|m|m[oó]v(?:il)?|fax)[ .:]*)?\+?\d[\d ().-]{7,}\d$/iu.test(
    part,
  )

/** A spreadsheet takes the door `2-1` for a day; which one it was cannot be told any more. */
const date =
  /^(?:\d{1,4}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}-(?:ene|feb|mar|abr|may|jun|jul|ago|sep|sept|oct|nov|dic)\.?)$/i
export const isDate = (part: string) => date.test(part)

/** Whether it begins with whom it is to, and not with the street. A number after a comma belongs to the street before it. */
const beginsWithName = ([first = '', second = '']: string[]) =>
  !/\d/.test(first) && !isStreet(first) && !/^\d+\D{0,3}$/.test(second)

/** Longer is no address. */
const maxText = 500

/**
 * An address as it stands in a message, in lines or with commas: all of it, or all but the name. Undefined: it is not a
 * whole one, and is a text like any other.
 */
export function readWholeAddress(text: string): Partial<Address> | undefined {
  if (text.length > maxText) return undefined
  const lines = text.split(/[\n\r\t]+/).map(cleanLine)
  const address = addressOfLines(lines.filter(Boolean))
  if (!isPostalCode(address.postalCode)) return undefined
  if (Object.keys(checkAddress({ ...address, name: 'x' })).length) return undefined
  // A name below its address, a district, a sentence.
  if (!isPlace(address.country) || /\p{L}{4}[.!?] /u.test(address.city)) return undefined
  if (address.name) return address
  const { name: _, ...place } = address
  return place
}

/** Code and town that somebody wrote behind the street, in one line; undefined where they are not both there. */
export function readAfterStreet(line: string): Partial<Address> | undefined {
  // In a line of its own whatever stands before the code is the street, the name of a house too.
  const { name: _, ...place } = readWholeAddress(`x\n${line}`) ?? {}
  const isCountryCode = isSpain(place.city ?? '') && !isRegion(place.city ?? '')
  return place.street === undefined || isCountryCode ? undefined : place
}

const languages = ['es', 'en', 'fr', 'de', 'it', 'pt']
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

let names: ReadonlySet<string> | undefined
/** Of all there are, Spain too, as letters name them. Made when first asked for. */
function allNames(): ReadonlySet<string> {
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const named = languages.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => display.of(code) ?? [])
  })
  return new Set(named.map(fold))
}

export const isCountry = (place: string): boolean => (names ??= allNames()).has(fold(place))
