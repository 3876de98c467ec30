import { joinAddress } from '@lacre/letter/address/join.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { madridDay } from '@lacre/letter/day.ts'
import { looksToSend } from '../../journal/kept-looks.ts'
import { dayToSend } from '../day/kept-day.ts'
import type { Addresses } from './kept-addresses.ts'

/** A letter as the server takes it, to look at or to send: what is previewed is what is frozen. */
export const letterBody = (content: string, addresses: Addresses): CreateLetterBody => ({
  content,
  origin: joinAddress(addresses.originAddress),
  destination: joinAddress(addresses.destinationAddress),
  ...addresses,
  ...looksToSend(),
  ...dayToSend(madridDay(new Date())),
})
