import { addressFields, checkRecipient, recipientBlock } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { mostLettersOfOrder, type Price } from '@lacre/letter/price/price.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { count } from '@lacre/letter/words.ts'

/** Recipients with the same printed lines are duplicates. */
const printed = (recipient: Recipient) => fold(recipientBlock(recipient).join(' '))

/** Tests for duplicates, however the address is written. */
export function createDuplicateTest(list: readonly Recipient[]): (recipient: Recipient) => boolean {
  const known = new Set(list.map(printed))
  return (recipient) => known.has(printed(recipient))
}

/** Adds new recipients up to the limit; also returns duplicates and those beyond it. */
export function addRecipients<R extends Recipient>(
  list: R[],
  more: R[],
): { list: R[]; duplicates: R[]; overflow: R[] } {
  const known = new Set(list.map(printed))
  const added = { list: [...list], duplicates: [] as R[], overflow: [] as R[] }
  for (const one of more) {
    const lines = printed(one)
    if (known.has(lines)) added.duplicates.push(one)
    else if (added.list.length >= mostLettersOfOrder) added.overflow.push(one)
    else {
      known.add(lines)
      added.list.push(one)
    }
  }
  return added
}

/** Reasons for letters that were not prepared, by `letterKey`. */
export type Refusals = ReadonlyMap<string, string>

/** Identifies a letter by address, name and greeting. */
const letterKey = (recipient: Recipient) =>
  [
    ...addressFields.map((field) => recipient[field].trim()),
    recipient.called ?? '',
    recipient.greeting ?? '',
  ].join('\n')

export const refusalsOf = (refused: { recipient: Recipient; detail: string }[]): Refusals =>
  new Map(refused.map(({ recipient, detail }) => [letterKey(recipient), detail]))

/** Why a recipient must be corrected, by our check or the server's refusal. */
export const wrongWith = (recipient: Recipient, refusals: Refusals): string | undefined =>
  checkRecipient(recipient)?.detail ?? refusals.get(letterKey(recipient))

/** `30 destinatarios · 98,70 €`; `price` is the total. */
export const peopleWords = (letters: number, price: Price | undefined): string =>
  [count(letters, 'destinatario', 'destinatarios'), letters > 0 && price && inEuros(price.total)]
    .filter(Boolean)
    .join(' · ')
