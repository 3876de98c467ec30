import { joinAddress } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { madridDay } from '@lacre/letter/days.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { serverNow } from '../../server-clock.ts'
import { looksOfText } from '../../journal/kept-looks.ts'
import { dayToSend } from '../kept-day.ts'
import type { Addresses } from './kept-addresses.ts'

/** A letter as the server takes it, to look at or to send: what is previewed is what is frozen. */
export const letterBody = (
  content: string,
  { originAddress, destinationAddress }: Addresses,
): CreateLetterBody =>
  letterTo(destinationAddress, {
    content,
    origin: joinAddress(originAddress),
    originAddress,
    ...looksOfText(content),
    ...dayToSend(madridDay(serverNow())),
  })

type ToAnybody = Omit<CreateLetterBody, 'destination' | 'destinationAddress'>

/** The same letter to this one. What the browser keeps beside an address, as it was pasted, stays in the browser. */
export function letterTo(recipient: Recipient, letter: ToAnybody): CreateLetterBody {
  const { name, street, city, state, postalCode, country, called } = recipient
  return {
    ...letter,
    destination: joinAddress(recipient),
    destinationAddress: { name, street, city, state, postalCode, country, called },
  }
}
