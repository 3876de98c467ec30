import { parseVCards } from 'vcard4-ts'
import { isSpain } from '@lacre/letter/address/address.ts'
import { splitTown } from '@lacre/letter/address/provinces.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { joined, tidyCode, usualCountry, wholeCode, type ReadList } from './read-lines.ts'

export const isCards = (text: string): boolean => /^\s*BEGIN:VCARD\s/i.test(text)

/** The people of an address book who have an address, by the one they prefer or live at. */
export function readCards(text: string): ReadList {
  const list: ReadList = { rows: [], unused: [], withoutAddress: [] }
  for (const card of parseVCards(modern(text), true).vCards ?? []) {
    const { givenNames = [], additionalNames = [], familyNames = [] } = card.N?.value ?? {}
    const name = [
      card.FN?.map(({ value }) => value)[0],
      [...givenNames, ...additionalNames, ...familyNames].join(' '),
      card.ORG?.[0].value[0],
    ]
      .map((one) => cleanLine(one ?? ''))
      .find(Boolean)
    const places = (card.ADR ?? []).filter(({ value }) => Object.values(value).flat().some(Boolean))
    const isOf = (type: string) => (place: (typeof places)[number]) =>
      place.parameters?.TYPE?.some((one) => one.toLowerCase() === type) ||
      (type === 'pref' && place.parameters?.PREF !== undefined)
    const place = places.find(isOf('pref')) ?? places.find(isOf('home')) ?? places[0]
    if (!place) {
      list.withoutAddress.push(name ?? 'sin nombre')
      continue
    }
    if (places.length > 1) list.unused = ['las demás direcciones de quien tiene varias']
    const { postOfficeBox, extendedAddress, streetAddress, locality, region, postalCode, countryName } =
      place.value
    const line = (values: string[] = []) => cleanLine(values.join(', ').replace(/[\r\n]+/g, ', '))
    const street = line(streetAddress)
    const more = [line(extendedAddress), line(postOfficeBox) && `Apartado ${line(postOfficeBox)}`]
    const town = splitTown(line(locality))
    const country = line(countryName)
    list.rows.push({
      address: {
        name: joined([name ?? ''], ''),
        street: joined(
          [street, ...more.filter((part) => part && !street.includes(part))].filter(Boolean),
          ', ',
        ),
        city: joined([town.city], ''),
        state: joined([line(region) || town.province], ''),
        postalCode: joined([wholeCode(tidyCode(line(postalCode)))], ''),
        country: joined([country && !isSpain(country) ? country : usualCountry], ''),
      },
      written: [name, ...Object.values(place.value).map(line)].filter(Boolean).join(' · '),
    })
  }
  return list
}

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
