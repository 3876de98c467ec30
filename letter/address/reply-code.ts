import { cleanLine } from '../content/tree.ts'
import { addressFields, type Address } from './address.ts'

type Addresses = { origin: Address; destination: Address }

// Six bytes as fifteen digits: a QR code packs digits almost without loss, and needs a third less squares than for base64.
const bytesInGroup = 6
const digitsInGroup = 15
/** The most that scans at the printed size (docs/decisions/reply-code.md). */
export const mostReplyDigits = 40 * digitsInGroup
const mostInField = 200
const lineEnd = 10

/** Used for an empty country. */
const usualCountry = 'España'

/**
 * The addresses of a reply as the fragment of /write, which browsers send to no server (design/paper.md#reply-code).
 * Sender and recipient of the answered letter, swapped.
 */
export function replyFragment({ origin, destination }: Addresses): string {
  const lines = [destination, origin].flatMap((address) =>
    addressFields.map((field) =>
      field === 'country' && address.country === usualCountry ? '' : cleanLine(address[field]),
    ),
  )
  const text = bytesOf(lines.join('\n').trimEnd())
  const groups = Array.from({ length: Math.ceil(text.length / bytesInGroup) }, (_, at) => {
    const bytes = Array.from(
      { length: bytesInGroup },
      (__, place) => text[at * bytesInGroup + place] ?? lineEnd,
    )
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  })
  return groups.map((group) => String(group).padStart(digitsInGroup, '0')).join('')
}

/** The addresses in such a fragment; undefined for any other. It may be forged, so they are shown before use. */
export function readReply(fragment: string): Addresses | undefined {
  if (fragment.length > mostReplyDigits || fragment.length % digitsInGroup || !/^\d+$/.test(fragment))
    return undefined
  const groups = fragment.match(/\d{15}/g) ?? []
  const bytes = groups.flatMap((group) =>
    Array.from(
      { length: bytesInGroup },
      (_, place) => Math.floor(Number(group) / 256 ** (bytesInGroup - 1 - place)) % 256,
    ),
  )
  const lines = textOf(bytes)?.split('\n').map(cleanLine)
  if (!lines || lines.some(({ length }) => length > mostInField)) return undefined

  const [origin, destination] = [lines.slice(0, addressFields.length), lines.slice(addressFields.length)]
  return { origin: addressIn(origin), destination: addressIn(destination) }
}

function addressIn(lines: string[]): Address {
  const address = Object.fromEntries(addressFields.map((field, at) => [field, lines[at] ?? ''])) as Address
  return { ...address, country: address.country || usualCountry }
}

// Percent-encoding gives UTF-8 in every program.
const bytesOf = (text: string): number[] =>
  (encodeURIComponent(text).match(/%..|./g) ?? []).map((one) =>
    one.length > 1 ? parseInt(one.slice(1), 16) : one.charCodeAt(0),
  )

/** Undefined when the bytes are no UTF-8 text. */
function textOf(bytes: number[]): string | undefined {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return undefined
  }
}
