import type { LetterRefusal } from '../calls.ts'
import { cleanLine } from '../content/tree.ts'
import { keysOf } from '../keys-of.ts'
import { fold } from './fold.ts'
import { isRegion, namesProvince, provinceNumber, splitTown } from './provinces.ts'

/** `ES-28008`, `C.P. 28 008`, `(28008)`, `28.008` and `２８００８` → `28008`. Other text is returned unchanged. */
export function normalPostalCode(text: string): string {
  const bare = text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '')
  const [, province, place] =
    /^(?:ES?-?|[CD]\.?P\.?:?|C[óo]d(?:igo|\.)?postal:?|\()?(\d\d)\.?(\d{3})[.,)]?$/i.exec(bare) ?? []
  return province && place ? province + place : text.trim()
}

/** The rule of `isPostalCode` in words (design/sending.md#printable). */
export const postalCodeOfSpain = 'cinco cifras, de 01000 a 52999'
export const isPostalCode = (text: string): boolean =>
  /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(normalPostalCode(text))

/** The province of a valid postal code. Never refuse by it: a few border villages use their neighbour's code. */
export const provinceOf = (postalCode: string): string | undefined =>
  isPostalCode(postalCode) ? provinceNumber(Number(normalPostalCode(postalCode).slice(0, 2))) : undefined

const spain = new Set(
  (
    'es|esp|espana|reino de espana|estado espanol|peninsula|espanya|espainia|spain|kingdom of spain|espagne|' +
    'spanien|spagna|espanha|spanje|spania|hiszpania|испания|іспанія|西班牙|スペイン|إسبانيا|canary islands|' +
    'balearic islands|balears|baleares|mallorca|menorca|ibiza|eivissa|formentera|tenerife|gran canaria|' +
    'lanzarote|fuerteventura|la palma|la gomera|el hierro|la graciosa|catalonia|basque country|euskal herria'
  )
    .split('|')
    .map(fold),
)

/** Includes its islands and regions; excludes Andorra, although Spanish post treats it as national. */
export function isSpain(country: string): boolean {
  const names = country
    .split(/[(),/]/)
    .map(fold)
    .filter(Boolean)
  return names.length > 0 && names.every((name) => spain.has(name) || isRegion(name))
}

/** A sender or recipient, as typed. `state` may be empty. */
export type Address = {
  name: string
  street: string
  city: string
  state: string
  postalCode: string
  country: string
}
export const emptyAddress: Address = {
  name: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
}
export type AddressField = keyof Address
export type AddressErrors = Partial<Record<AddressField, string>>

export const addressLabels = {
  name: 'Nombre completo',
  street: 'Calle',
  city: 'Ciudad',
  state: 'Estado (opcional)',
  postalCode: 'Código postal',
  country: 'País',
} satisfies Record<AddressField, string>

export const addressFields = keysOf(addressLabels)

/** Shown for empty fields (specification, section 2). */
export const addressPlaceholders = {
  name: 'Nombre no definido',
  street: 'Calle no definida',
  city: 'Ciudad no definida',
  state: 'Estado no definido',
  postalCode: 'Código postal no definido',
  country: 'País no definido',
} satisfies Record<AddressField, string>

/** The five rules (specification, section 5); the state is optional. */
const required: AddressErrors = {
  name: 'El nombre es requerido',
  street: 'La calle es requerida',
  city: 'La ciudad es requerida',
  postalCode: 'El código postal es requerido',
  country: 'El país es requerido',
}

export const mapAddress = (address: Address, change: (text: string) => string): Address =>
  Object.fromEntries(addressFields.map((field) => [field, change(address[field])])) as Address

export const trimAddress = (address: Address): Address => mapAddress(address, (text) => text.trim())

/** Invisible characters, or a point or dash alone, are no name or street. */
const printsSomething = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** A message for each invalid field; none means it may be saved. */
export function checkAddress(address: Address): AddressErrors {
  const errors: AddressErrors = {}
  for (const field of addressFields) {
    const message = required[field]
    if (message && !printsSomething.test(address[field])) errors[field] = message
  }
  return errors
}

/** The joined string of a call (specification, section 3), without the state. */
export function joinAddress(address: Address): string {
  const { name, street, city, postalCode, country } = trimAddress(address)
  return [name, street, city, postalCode, country].join(', ')
}

const enough = 5

/**
 * Parses a joined string from both ends, since a street may contain commas (design/sending.md#joined-addresses).
 * `undefined` with fewer than five parts.
 */
export function parseAddress(joined: string): Address | undefined {
  const parts = joined.split(',')
  if (parts.length < enough) return undefined
  const [name = ''] = parts
  const [city = '', postalCode = '', country = ''] = parts.slice(-3)
  const street = parts.slice(1, -3).join(',')
  return trimAddress({ name, street, city, state: '', postalCode, country })
}

const unspaced = (joined: string) => joined.trim().replace(/\s*,\s*/g, ',')

/** Whether the fields match the joined string: the printed address must be the one that was sent. */
export const joinsTo = (address: Address, joined: string): boolean =>
  unspaced(joinAddress(address)) === unspaced(joined)

/** Shown before an address is typed (specification, section 3). The people are invented. */
export const sampleSender: Address = {
  name: 'Lucía Romero Vega',
  street: 'Calle Armengual de la Mota, 12, 3.º B',
  city: 'Málaga',
  state: 'Distrito Centro',
  postalCode: '29007',
  country: 'España',
}

export const sampleRecipient: Address = {
  name: 'Antonio Pérez Molina',
  street: 'Calle de la Princesa, 25, 4.º A',
  city: 'Madrid',
  state: '',
  postalCode: '28008',
  country: 'España',
}

const isUntouched = (sample: Address, address: Address | undefined): boolean =>
  !!address && addressFields.every((field) => address[field].trim() === sample[field])

/**
 * The unchanged samples: the payment asks about the recipient, and mentions the sender
 * (design/sending.md#sample-addresses).
 */
export const samplesIn = (of: { origin: Address | undefined; destination: Address }) => ({
  sampleRecipient: isUntouched(sampleRecipient, of.destination),
  sampleSender: isUntouched(sampleSender, of.origin),
})

/** Why an address is refused; `detail` says what to do about it. */
type AddressRefusal = { code: LetterRefusal; detail: string }

const missing = (address: Address): string => Object.values(checkAddress(address)).join('. ')

/** Only Spain, with a postal code of Spain (design/sending.md#printable). */
export function checkRecipient(address: Address): AddressRefusal | undefined {
  const lacks = missing(address)
  if (lacks) return { code: 'recipient-incomplete', detail: `Complete los datos del destinatario. ${lacks}.` }
  if (!isSpain(address.country))
    return {
      code: 'recipient-not-in-spain',
      detail: 'Solo enviamos cartas a direcciones de España. Revise el país del destinatario.',
    }
  if (!isPostalCode(address.postalCode))
    return {
      code: 'recipient-not-in-spain',
      detail: `El código postal del destinatario no es de España: debe tener ${postalCodeOfSpain}.`,
    }
  return undefined
}

export function checkSender(address: Address): AddressRefusal | undefined {
  const lacks = missing(address)
  return lacks ? { code: 'sender-incomplete', detail: `Complete los datos del remite. ${lacks}.` } : undefined
}

/**
 * `S.L.` → `SL`, `3.º` → `3º`, `C.Mayor` → `C Mayor`: sorting machines want no commas and periods. They stay within
 * numbers, else `km 7.5` becomes 75; but 1.500 becomes 1500.
 */
const unpunctuated = (line: string) =>
  line
    .replace(/[.,;]{2,}/g, ' ')
    .replace(/(?<=\b(?:km|pk|p\.k|kil[oó]metros?)[.:\s]*\d+)\.(?=\d+(?![\d,.]*,\d))/giu, ',')
    .replace(/(?<!\d[.,]?)(\d)\.(\d{3})(?![.,]?\d)/g, '$1$2')
    .replace(/(?<=\p{L})\.(?=\d)|(?<=\d|\p{L}{2})\.(?=[^\P{L}ºª])|\.(?=[^\P{L}ºª]\p{L})/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .replace(/;|(?<!\d),|,(?!\d)/g, ' ')

const printed = (line: string) =>
  cleanLine(unpunctuated(cleanLine(line).replace(/\p{Cf}/gu, ''))).toLocaleUpperCase('es')
const same = (one: string, other: string) => fold(one) === fold(other)
/** Prints a postal code once, if the town repeats it. */
function bareTown({ postalCode, city }: Address): string {
  const code = normalPostalCode(postalCode)
  const isCode = (word: string) => isPostalCode(code) && word.replace(/[(),]/g, '') === code
  return cleanLine(city)
    .split(' ')
    .filter((word) => !isCode(word))
    .join(' ')
}
/** A foreign code is printed as written. */
const town = (address: Address) =>
  cleanLine(
    `${isSpain(address.country) ? normalPostalCode(address.postalCode) : address.postalCode} ${bareTown(address)}`,
  )

/**
 * The lines in the envelope's window, in the post's order: name, place within the town, street, postal code and town,
 * province. The state is printed only if it adds something; the province comes from the code.
 */
export function recipientBlock(address: Address): string[] {
  const { name, street, state, postalCode } = address
  const city = bareTown(address)
  const province = provinceOf(postalCode)
  const isInTown = !same(state, city) && !isRegion(state) && !(province && namesProvince(state, province))
  const lines = [name, isInTown ? state : '', street, town(address)]
  const named = province && [city, splitTown(city).province].some((place) => namesProvince(place, province))
  if (province && !named) lines.push(province)
  return lines.map(printed).filter(Boolean)
}

/** Whether two addresses print alike: same person, same place. */
export const haveSameBlock = (one: Address, other: Address): boolean =>
  same(recipientBlock(one).join(' '), recipientBlock(other).join(' '))

export function senderBlock(address: Address): string[] {
  const { name, street, state, country } = address
  const lines = [name, street, town(address)]
  if (!isSpain(country)) lines.push(state, country)
  return lines.map(cleanLine).filter(Boolean)
}
