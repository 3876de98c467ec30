import {
  type Address,
  checkRecipient,
  checkSender,
  emptyAddress,
  joinsTo,
  mapAddress,
  parseAddress,
  recipientBlock,
  senderBlock,
} from '@lacre/letter/address/address.ts'
import { mostReplyDigits, replyFragment } from '@lacre/letter/address/reply-code.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { maxPictures } from '@lacre/letter/content/limits.ts'
import { isEmptyContent, picturesOf } from './text.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { type ClosedDays, type Day, postingDay } from '@lacre/letter/days.ts'
import { printedDateLine, settleDateLine } from '@lacre/letter/looks/date-line.ts'
import { usualLanguage } from '@lacre/letter/looks/languages.ts'
import { type Looks, looksOf } from '@lacre/letter/looks/looks.ts'
import { isUsableSignature } from '@lacre/letter/looks/signature.ts'
import { calledBy } from '@lacre/letter/recipients/called.ts'
import { greetingFor } from '@lacre/letter/recipients/greeting.ts'
import { fillIn } from './fill-in.ts'
import { badSignature, emptyLetter, type Problem, replyDoesNotFit, tooManyPictures } from './problems.ts'
import type { Addresses, LetterToSet, NormalPicture, Pictures, ReadLetter } from './typesetter.ts'

/** A letter as received: parsed and sanitised, not yet typeset. */
export type Draft = Addresses & ReadLetter & { looks: Looks }

/**
 * Checks a letter without typesetting it (design/sending.md#joined-addresses, design/sending.md#printable). A preview
 * continues despite problems; a letter with problems is not frozen.
 */
export function draftOf(
  read: ReadLetter,
  sent: Omit<CreateLetterBody, 'content'>,
  { day: today, closed }: { day: Day; closed: ClosedDays },
): { draft: Draft; problems: Problem[] } {
  const { pictures } = read
  const sender = readAddress(sent.origin, sent.originAddress, 'sender')
  const recipient = readAddress(sent.destination, sent.destinationAddress, 'recipient')
  const { called, greeting } = sent.destinationAddress ?? {}
  const person = { ...recipient.address, called, greeting }
  const content = fillIn(read.content, { nombre: calledBy(person), saludo: greetingFor(person) })
  const count = picturesOf(content).length
  const addresses = { origin: sender.address, destination: recipient.address }
  const asked = looksOf(sent)
  const looks = {
    ...asked,
    signature: asked.signature && isUsableSignature(asked.signature) ? asked.signature : null,
    language: asked.language === usualLanguage ? null : asked.language,
    dateLine:
      asked.dateLine && settleDateLine(asked.dateLine, { postOn: postingDay(sent.postOn), today, closed }),
    replyCode: asked.replyCode && replyFragment(addresses).length <= mostReplyDigits,
  }
  const problems = [
    isEmptyContent(content) && emptyLetter,
    sender.problem,
    recipient.problem,
    count > maxPictures && tooManyPictures(count, maxPictures),
    asked.signature && !looks.signature && badSignature,
    asked.replyCode && !looks.replyCode && replyDoesNotFit,
  ].filter((problem) => !!problem)
  return { draft: { content, pictures, ...addresses, looks }, problems }
}

const sides = {
  sender: { name: 'remite', check: checkSender },
  recipient: { name: 'destinatario', check: checkRecipient },
}

/** The address to print, cleaned. Its fields must agree with the joined string (design/sending.md#joined-addresses). */
function readAddress(
  joined: string,
  fields: Address | undefined,
  at: keyof typeof sides,
): { address: Address; problem?: Problem | undefined } {
  const { name, check } = sides[at]
  const parsed = fields ?? parseAddress(joined)
  const address = mapAddress(parsed ?? emptyAddress, cleanLine)
  if (!parsed)
    return {
      address,
      problem: {
        code: `${at}-incomplete`,
        detail: `Complete los datos del ${name}: nombre, calle, ciudad, código postal y país.`,
        at,
      },
    }
  if (fields && !joinsTo(fields, joined))
    return {
      address,
      problem: {
        code: 'address-mismatch',
        detail: `Los datos del ${name} no coinciden con los de la carta. Vuelva a guardar la dirección.`,
        at,
      },
    }
  const wrong = check(address)
  return { address, problem: wrong && { ...wrong, at } }
}

/**
 * What is printed on `day`, for previews and printing alike. `pictures` must hold every picture of the letter;
 * `sheetCode` begins its sheets' codes. Equal arguments give equal bytes.
 */
export const letterToSet = (
  { content, origin, destination, looks }: Draft,
  pictures: Pictures,
  { day, sheetCode, publicUrl }: { day: Day; sheetCode?: string; publicUrl: string },
): LetterToSet => ({
  content,
  pictures: Object.fromEntries(pictures),
  sender: senderBlock(origin),
  recipient: recipientBlock(destination),
  dateLine: printedDateLine(looks.dateLine ?? {}, {
    language: looks.language ?? usualLanguage,
    city: origin.city,
    today: day,
  }),
  date: new Date(`${day}T00:00:00Z`),
  looks,
  ...(looks.replyCode && {
    replyLink: `${new URL('/write', publicUrl).href}#${replyFragment({ origin, destination })}`,
  }),
  ...(sheetCode !== undefined && { sheetCode }),
})

const types = { jpg: 'image/jpeg', png: 'image/png' } satisfies Record<NormalPicture['name'], string>

export const dataAddress = ({ name, bytes }: NormalPicture): string =>
  `data:${types[name]};base64,${bytes.toString('base64')}`
