import { addressFields, checkRecipient } from '@lacre/letter/address/address.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words.ts'

/** Why the server would not, or did not, prepare somebody's letter, by `letterOf` it was. */
export type Refusals = ReadonlyMap<string, string>

/** Whoever is written to at another address, or called or greeted otherwise, has another letter. */
const letterOf = (recipient: Recipient) =>
  [
    ...addressFields.map((field) => recipient[field].trim()),
    recipient.called ?? '',
    recipient.greeting ?? '',
  ].join('\n')

export const refusalsOf = (refused: { recipient: Recipient; detail: string }[]): Refusals =>
  new Map(refused.map(({ recipient, detail }) => [letterOf(recipient), detail]))

/** What is wrong with a recipient, by the address itself or by what the server said of it. */
export const wrongWith = (recipient: Recipient, refusals: Refusals): string | undefined =>
  checkRecipient(recipient)?.detail ?? refusals.get(letterOf(recipient))

/** `30 destinatarios · 98,70 €`: `price` is that of all. Nobody costs nothing. */
export const peopleWords = (letters: number, price: Price | undefined): string =>
  [count(letters, 'destinatario', 'destinatarios'), letters > 0 && price && inEuros(price.total)]
    .filter(Boolean)
    .join(' · ')
