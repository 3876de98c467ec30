import { parseVCards } from 'vcard4-ts'

export const isCards = (text: string): boolean => /^\s*BEGIN:VCARD\s/i.test(text)

/** An address book as a table: of each card the address that is preferred or at home, and the others in one cell. */
export function readCards(text: string): string[][] {
  const rows = (parseVCards(modern(text), true).vCards ?? []).map((card) => {
    const { givenNames = [], additionalNames = [], familyNames = [] } = card.N?.value ?? {}
    const names = [card.FN?.[0].value, [...givenNames, ...additionalNames, ...familyNames].join(' ')]
    const places = (card.ADR ?? []).filter(({ value }) => Object.values(value).flat().some(Boolean))
    const isOf = (type: string) => (place: (typeof places)[number]) =>
      place.parameters?.TYPE?.some((one) => one.toLowerCase() === type) ||
      (type === 'pref' && place.parameters?.PREF !== undefined)
    const place = places.find(isOf('pref')) ?? places.find(isOf('home')) ?? places[0]
    const others = places.filter((one) => one !== place).map(({ value }) => Object.values(value).flat())
    const of = place?.value
    const cells: (string[] | undefined)[] = [
      of?.streetAddress,
      of?.extendedAddress,
      of?.postOfficeBox,
      of?.postalCode,
    ]
    cells.push(of?.locality, of?.region, of?.countryName, others.flat().filter(Boolean))
    const name = [...names, card.ORG?.[0].value[0]].find((one) => one?.trim()) ?? ''
    return [name, ...cells.map((values) => values?.join('\n') ?? '')]
  })
  return [head, ...rows]
}
const head = 'Nombre;Calle;Complemento;Apartado;CP;Ciudad;Provincia;País;Más direcciones'.split(';')

/** vCard 2.1 as the reader knows 4.0: types have a name, and quoted-printable is read. */
const modern = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^([^:\n]*\bQUOTED-PRINTABLE[^:\n]*):((?:.*=\n)*.*)$/gim, (_, head: string, value: string) => {
      const charset = /CHARSET=([\w-]+)/i.exec(head)?.[1] ?? 'utf-8'
      return `${head}:${unquote(value, charset)}`
    })
    .replace(/^[\w.-]+;[^:\n]*(?=:)/gm, (head) =>
      head
        .replace(/;(?:ENCODING=)?QUOTED-PRINTABLE|;CHARSET=[\w-]+/gi, '')
        .replace(/;([A-Z]+)(?=;|$)/gi, ';TYPE=$1'),
    )

const unquote = (value: string, charset: string) =>
  value
    .replace(/=\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/gi, (run) =>
      new TextDecoder(charset).decode(
        Uint8Array.from(run.slice(1).split('='), (pair) => Number.parseInt(pair, 16)),
      ),
    )
    .replace(/\r?\n/g, '\\n')
