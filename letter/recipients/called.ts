import type { Address } from '../address/address.ts'
import { fold } from '../address/fold.ts'
import { cleanLine } from '../content/tree.ts'

/** A recipient, with its own name and greeting where those of `calledBy` and `greetingFor` do not fit. */
export type Recipient = Address & { called?: string | undefined; greeting?: string | undefined }

const titles = new Set(
  'sr sra srta sres dr dra d da dna don dona senor senora senorita doctor doctora prof profa excmo excma ilmo ilma att'.split(
    ' ',
  ),
)
/** Addressed by their whole name. */
export const groups = new Set(
  'familia hermanos hermanas asociacion ayuntamiento banco bar biblioteca centro clinica colegio comunidad club empresa farmacia fundacion hotel instituto libreria oficina parroquia residencia restaurante taller tienda universidad'.split(
    ' ',
  ),
)
const articles = new Set(['la', 'los', 'las', 'el'])
/** `Ruiz, Ana` has a first name after the comma, `Ruiz, S. L.` has none. */
const companies = new Set(['sl', 'slu', 'sa', 'sau', 'sc', 'cb'])
/** In `Tía Rosario` the first word is kinship, not a name. */
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
/** The name continues after `M.ª`, `Tía`, `y`, `Ana,` or, after one of them, `del`. */
const goesOn = (word: string) => /[.,ºª]$/.test(word) || isAnd(word) || word === 'del' || isKin(word)

/**
 * The replacement of `{nombre}`: the first word after titles, with what it abbreviates (`M.ª Carmen`) and a second
 * person (`Ana y Luis`). The sender can change it.
 */
export function calledBy({ name, called = '' }: Recipient): string {
  const written = cleanLine(called)
  if (written) return written
  const words = firstNameFirst(cleanLine(name)).split(' ')
  const group = words.findIndex((word) => groups.has(bare(word)))
  if (group === 0 || (group === 1 && articles.has(bare(words[0]!)))) return words.slice(group).join(' ')
  const begins = words.findIndex((word) => !titles.has(bare(word)))
  const [first = '', ...rest] = words.slice(Math.max(begins, 0))
  // `Sr. y Sra. Pérez`, `Sres. de Ruiz`, `Los Pérez`: there is no first name.
  if (isAnd(first) || /^del?$/.test(bare(first)) || articles.has(bare(first))) return words.join(' ')
  const given = [first]
  while (rest.length && (goesOn(given.at(-1)!) || isAnd(rest[0]))) given.push(rest.shift()!)
  return given.join(' ')
}

/** Handles `Ruiz, Ana`, as lists have it; `Ana, Luis y Eva` are three people. */
const firstNameFirst = (name: string) => {
  const [family = '', given, ...more] = name.split(/, */)
  const isFirstName = given && !more.length && !companies.has(fold(given).replaceAll(' ', ''))
  return isFirstName && !name.split(' ').some(isAnd) ? `${given} ${family}` : name
}

/** An edited address: with another name, the own name and greeting are dropped. */
export const stillCalled = (before: Recipient, address: Address): Recipient =>
  before.name === address.name ? { ...address, called: before.called, greeting: before.greeting } : address

export const bare = (word: string) => fold(word.replace(/[ºª]/g, 'a').replace(/,$/, ''))
const isAnd = (word: string | undefined) => word === 'y' || word === 'e'

/** The placeholders as typed and explained. */
export const places = { name: '{nombre}', greeting: '{saludo}' }
export const anyPlace = /\{\s*(nombre|saludo)\s*\}/gi
/** The placeholders that a text uses. */
export function asksFor(text: string): { name: boolean; greeting: boolean } {
  const asked = new Set([...text.matchAll(anyPlace)].map(([, word = '']) => word.toLowerCase()))
  return { name: asked.has('nombre'), greeting: asked.has('saludo') }
}
