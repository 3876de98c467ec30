import { checkRecipient } from '@lacre/letter/address/recipient.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { joinAddress } from '@lacre/letter/address/join.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words/plural.ts'

/** Why the server would not, or did not, prepare somebody's letter, by the joined address. */
export type Refusals = ReadonlyMap<string, string>

/** What is wrong with a recipient, by the address itself or by what the server said of it. */
export const wrongWith = (recipient: Recipient, refusals: Refusals): string | undefined =>
  checkRecipient(recipient)?.detail ?? refusals.get(joinAddress(recipient))

/** `30 destinatarios · 98,70 €`: `price` is that of all. */
export const peopleWords = (letters: number, price: Price | undefined): string =>
  [count(letters, 'destinatario', 'destinatarios'), price && inEuros(price.total)].filter(Boolean).join(' · ')
