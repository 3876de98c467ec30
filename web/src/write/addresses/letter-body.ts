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

/** The body for preview and for sending, so that the preview shows what is frozen. */
export const letterBody = (
  content: string,
  { originAddress, destinationAddress }: Addresses,
): CreateLetterBody => {
  const day = dayToSend(madridDay(serverNow()))
  return letterTo(destinationAddress, {
    content,
    origin: joinAddress(originAddress),
    originAddress,
    ...looksFor(content, !!day.postOn),
    ...day,
  })
}

/** Chosen looks, with language and date line derived from the text where not chosen. */
function looksFor(content: string, isPlanned: boolean) {
  const looks = keptLooks()
  const dateLine = chooseDateLine(looks.dateLine, { isDated: beginsWithDate(content), isPlanned })
  const language = looks.language ?? findLanguage(content)
  return unusual({ ...looks, dateLine, language: language === usualLanguage ? null : language })
}

type WithoutRecipient = Omit<CreateLetterBody, 'destination' | 'destinationAddress'>

/** Addresses the letter. Picks the fields, because the pasted row (`written`) must stay in the browser. */
export function letterTo(recipient: Recipient, letter: WithoutRecipient): CreateLetterBody {
  const { name, street, city, state, postalCode, country, called, greeting } = recipient
  return {
    ...letter,
    destination: joinAddress(recipient),
    destinationAddress: { name, street, city, state, postalCode, country, called, greeting },
  }
}
