import { addressFields, checkRecipient, recipientBlock } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { mostLettersOfOrder, type Price } from '@lacre/letter/price/price.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { count } from '@lacre/letter/words.ts'

/** Who has the same lines printed is the same: nobody is written to twice. */
const printed = (recipient: Recipient) => fold(recipientBlock(recipient).join(' '))

/** Whether somebody is on the list, however the address is written. */
export function whoIsOn(list: readonly Recipient[]): (recipient: Recipient) => boolean {
  const known = new Set(list.map(printed))
  return (recipient) => known.has(printed(recipient))
}

/** The list with whom it had not yet, as far as there is room; and whom it had, and for whom there was none. */
export function addRecipients<R extends Recipient>(
  list: R[],
  more: R[],
): { list: R[]; twice: R[]; left: R[] } {
  const known = new Set(list.map(printed))
  const added = { list: [...list], twice: [] as R[], left: [] as R[] }
  for (const one of more) {
    const lines = printed(one)
    if (known.has(lines)) added.twice.push(one)
    else if (added.list.length >= mostLettersOfOrder) added.left.push(one)
    else {
      known.add(lines)
      added.list.push(one)
    }
  }
  return added
}

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
