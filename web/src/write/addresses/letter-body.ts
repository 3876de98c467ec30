import { joinAddress } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { chooseDateLine } from '@lacre/letter/looks/date-line.ts'
import { beginsWithDate } from '../../editor/own-date.ts'
import { findLanguage } from '../../editor/find-language.ts'
import { usualLanguage } from '@lacre/letter/looks/languages.ts'
import { unusual } from '@lacre/letter/looks/looks.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { serverNow } from '../../server-clock.ts'
import { keptLooks } from '../../editor/kept-looks.ts'
import { dayToSend } from '../kept-day.ts'
import type { Addresses } from '../../drafts/kept-addresses.ts'

/** A letter as the server takes it, to look at or to send: what is previewed is what is frozen. */
export const letterBody = (
  content: string,
  { originAddress, destinationAddress }: Addresses,
): CreateLetterBody => {
  const day = dayToSend(madridDay(serverNow()))
  return letterTo(destinationAddress, {
    content,
    origin: joinAddress(originAddress),
    originAddress,
    ...looksOf(content, !!day.postOn),
    ...day,
  })
}

/** In the language that its text says, and under the date that suits it, where none was chosen. */
function looksOf(content: string, isPlanned: boolean) {
  const looks = keptLooks()
  const dateLine = chooseDateLine(looks.dateLine, { isDated: beginsWithDate(content), isPlanned })
  const language = looks.language ?? findLanguage(content)
  return unusual({ ...looks, dateLine, language: language === usualLanguage ? null : language })
}

type ToAnybody = Omit<CreateLetterBody, 'destination' | 'destinationAddress'>

/** The same letter to this one. What the browser keeps beside an address, as it was pasted, stays in the browser. */
export function letterTo(recipient: Recipient, letter: ToAnybody): CreateLetterBody {
  const { name, street, city, state, postalCode, country, called, greeting } = recipient
  return {
    ...letter,
    destination: joinAddress(recipient),
    destinationAddress: { name, street, city, state, postalCode, country, called, greeting },
  }
}
