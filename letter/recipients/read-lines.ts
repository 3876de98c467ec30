import type { Address } from '../address/address.ts'
import { isCountry } from '../address/countries.ts'
import { isRegion, provinceNamed } from '../address/provinces.ts'
import { beginsWithName, isContact, isStreet, maxParts, placeParts } from './place-parts.ts'

/** The address that these lines, or the parts between the commas of one, come to; what they lack is empty. */
export function addressOfLines(lines: string[]): Address {
  const parts = partsOf(lines)
  return placeParts(beginsWithName(parts) ? parts : ['', ...parts])
}

function partsOf(lines: string[]): string[] {
  const parts = lines.length > 1 ? lines.slice(0, maxParts) : lines.join('').split(',')
  return parts.flatMap(apart).filter(Boolean)
}

/** `Calle Mayor 5 42001 Soria, España` is a street, a town with its code, and a country. */
function apart(part: string): string[] {
  const bare = part.replace(/^\s*c\.? ?p\.?:? ?(?=\d)/i, '')
  const [, street = '', place = bare] = /^(.+?)[ ,]+(\d{5} .+)$/.exec(bare) ?? []
  const placed = /^\d{5} /.test(place) ? place.split(',') : [place]
  return [street, ...placed].map((one) => one.trim().replace(/[,;]$|(?<=\p{L}{3})\.$/u, ''))
}

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

const postalCode = /(?<!\d)(?:0[1-9]|[1-4]\d|5[0-2])\d{3}(?!\d)/

/** `Rambla Nova 10`, too. */
const looksLikeStreet = (part: string) => isStreet(part) || /\p{L}.* \d/u.test(part)

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
  return (isBare && !hasTown) || [isCountry, isRegion, isContact, provinceNamed].some((is) => is(line))
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
