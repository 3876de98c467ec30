import { parseVCards } from 'vcard4-ts'
import { decodeText } from './decode-text.ts'

export const isCards = (text: string): boolean => /^\s*BEGIN:VCARD\s/i.test(text)

/** A vCard file as a table: each card with its preferred or home address, the others in one cell. */
export function readCards(text: string): string[][] {
  const rows = (parseVCards(modern(text), true).vCards ?? []).map((card) => {
    const { givenNames = [], additionalNames = [], familyNames = [] } = card.N?.value ?? {}
    const names = [card.FN?.[0].value, [...givenNames, ...additionalNames, ...familyNames].join(' ')]
    const places = (card.ADR ?? []).filter(({ value }) => Object.values(value).flat().some(Boolean))
    const isOf = (type: string) => (place: (typeof places)[number]) =>
      place.parameters?.TYPE?.some((one) => one.toLowerCase() === type)
    const rank = (place: (typeof places)[number]) =>
      place.parameters?.PREF ?? (isOf('pref')(place) ? 1 : isOf('home')(place) ? 101 : 102)
    const [place] = places.toSorted((one, other) => rank(one) - rank(other))
    const others = places.filter((one) => one !== place).map(({ value }) => Object.values(value).flat())
    const of = place?.value
    const firm = card.ORG?.[0].value[0]?.split(';').filter(Boolean).join(', ')
    const isWork = place !== undefined && isOf('work')(place)
    const name = [...names, firm].find((one) => one?.trim()) ?? ''
    const cells: (string[] | undefined)[] = [
      [...(isWork && firm && firm !== name ? [firm] : []), ...(of?.streetAddress ?? [])],
      of?.extendedAddress,
      of?.postOfficeBox,
      of?.postalCode,
    ]
    cells.push(of?.locality, of?.region, of?.countryName, others.flat().filter(Boolean))
    return [name, ...cells.map((values) => values?.join('\n') ?? '')]
  })
  return [head, ...rows]
}
const head = 'Nombre;Calle;Complemento;Apartado;CP;Ciudad;Provincia;País;Más direcciones'.split(';')

/** Converts vCard 2.1 to 4.0 for the parser: named types, no quoted-printable, every card closed. */
const modern = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/^BEGIN:VCARD\s/im)
    .slice(1)
    // A truncated card would take the address of the next.
    .map((card) => `BEGIN:VCARD\n${card.split(/^END:VCARD/im, 1).join('')}\nEND:VCARD\n`)
    .join('')
    .replace(/^([^:\n]*\bQUOTED-PRINTABLE[^:\n]*):((?:.*=\n)*.*)$/gim, (_, head: string, value: string) => {
      const charset = /CHARSET=([\w-]+)/i.exec(head)?.[1] ?? ''
      return `${head}:${unquote(value, charset).replace(/\r?\n/g, '\\n')}`
    })
    .replace(/^[\w.-]+;[^:\n]*(?=:)/gm, (head) =>
      head
        .replace(/;(?:ENCODING=)?QUOTED-PRINTABLE|;CHARSET=[\w-]+/gi, '')
        .replace(/;([A-Z]+)(?=;|$)/gi, ';TYPE=$1'),
    )

function unquote(value: string, charset: string): string {
  const signs = value.replace(/=\n/g, '').matchAll(/=([\dA-F]{2})|[^]/giu)
  const bytes = Uint8Array.from(
    Array.from(signs, ([sign, pair]) =>
      pair ? [Number.parseInt(pair, 16)] : [...new TextEncoder().encode(sign)],
    ).flat(),
  )
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return decodeText(bytes)[0]! // charset missing, unknown or wrong
  }
}
