import type { Address } from '../address/address.ts'
import { fold } from '../address/fold.ts'
import { cleanLine } from '../content/tree.ts'

/** Whom a letter goes to, and how it calls and greets them where that is not as `calledBy` and `greetingFor` have it. */
export type Recipient = Address & { called?: string | undefined; greeting?: string | undefined }

const titles = new Set(
  'sr sra srta sres dr dra d da dna don dona senor senora senorita doctor doctora prof profa excmo excma ilmo ilma att'.split(
    ' ',
  ),
)
/** They are called by their whole name. */
export const groups = new Set(
  'familia hermanos hermanas asociacion ayuntamiento banco bar biblioteca centro clinica colegio comunidad club empresa farmacia fundacion hotel instituto libreria oficina parroquia residencia restaurante taller tienda universidad'.split(
    ' ',
  ),
)
const articles = new Set(['la', 'los', 'las', 'el'])
/** `Ruiz, Ana` has a first name behind the comma, `Ruiz, S. L.` has none. */
const companies = new Set(['sl', 'slu', 'sa', 'sau', 'sc', 'cb'])
/** `Tía Rosario` is no Tía. */
export const kin = {
  f: new Set(
    'abuela abuelita yaya tia madre mama mami prima hermana hija nieta sobrina madrina suegra cunada amiga vecina'.split(
      ' ',
    ),
  ),
  m: new Set(
    'abuelo abuelito yayo tio padre papa papi primo hermano hijo nieto sobrino padrino suegro cunado amigo vecino'.split(
      ' ',
    ),
  ),
}
const isKin = (word: string) => kin.f.has(bare(word)) || kin.m.has(bare(word))
/** After `M.ª`, `Tía`, `y`, `Ana,` or, behind one of them, `del`. */
const goesOn = (word: string) => /[.,ºª]$/.test(word) || isAnd(word) || word === 'del' || isKin(word)

/**
 * What `{nombre}` becomes: the first name, that is the first word after the titles, with what it is the abbreviation
 * of (`M.ª Carmen`) and whoever is named beside it (`Ana y Luis`). A person may write another.
 */
export function calledBy({ name, called = '' }: Recipient): string {
  const written = cleanLine(called)
  if (written) return written
  const words = firstNameFirst(cleanLine(name)).split(' ')
  const group = words.findIndex((word) => groups.has(bare(word)))
  if (group === 0 || (group === 1 && articles.has(bare(words[0]!)))) return words.slice(group).join(' ')
  const begins = words.findIndex((word) => !titles.has(bare(word)))
  const [first = '', ...rest] = words.slice(Math.max(begins, 0))
  // `Sr. y Sra. Pérez`, `Sres. de Ruiz`, `Los Pérez`: nobody's first name stands there.
  if (isAnd(first) || /^del?$/.test(bare(first)) || articles.has(bare(first))) return words.join(' ')
  const given = [first]
  while (rest.length && (goesOn(given.at(-1)!) || isAnd(rest[0]))) given.push(rest.shift()!)
  return given.join(' ')
}

/** `Ruiz, Ana` as lists have it; `Ana, Luis y Eva` are three. */
const firstNameFirst = (name: string) => {
  const [family = '', given, ...more] = name.split(/, */)
  const isFirstName = given && !more.length && !companies.has(fold(given).replaceAll(' ', ''))
  return isFirstName && !name.split(' ').some(isAnd) ? `${given} ${family}` : name
}

/** An address as it was edited: with another name nobody has said yet what the letter calls them. */
export const stillCalled = (before: Recipient, address: Address): Recipient =>
  before.name === address.name ? { ...address, called: before.called, greeting: before.greeting } : address

export const bare = (word: string) => fold(word.replace(/[ºª]/g, 'a').replace(/,$/, ''))
const isAnd = (word: string | undefined) => word === 'y' || word === 'e'

/** As they are written, and how they are explained. */
export const places = { name: '{nombre}', greeting: '{saludo}' }
export const anyPlace = /\{\s*(nombre|saludo)\s*\}/gi
/** What a text asks for of each recipient. */
export function asksFor(text: string): { name: boolean; greeting: boolean } {
  const asked = new Set([...text.matchAll(anyPlace)].map(([, word = '']) => word.toLowerCase()))
  return { name: asked.has('nombre'), greeting: asked.has('saludo') }
}
