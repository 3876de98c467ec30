import {
  type Address,
  checkRecipient,
  checkSender,
  emptyAddress,
  joinsTo,
  parseAddress,
  recipientBlock,
  senderBlock,
} from '@lacre/letter/address/address.ts'
import { mostReplyDigits, replyFragment } from '@lacre/letter/address/reply-code.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { maxPictures } from '@lacre/letter/content/limits.ts'
import { isEmptyContent, picturesOf } from '@lacre/letter/content/text.ts'
import { cleanLine, type PhotoSize } from '@lacre/letter/content/tree.ts'
import type { Day } from '@lacre/letter/days.ts'
import { dateLine, usualLanguage } from '@lacre/letter/looks/languages.ts'
import { type Looks, looksOf } from '@lacre/letter/looks/looks.ts'
import { isUsableSignature } from '@lacre/letter/looks/signature.ts'
import { calledBy, fillName } from '@lacre/letter/recipients/called.ts'
import { unreadable } from '../http/json-bodies.ts'
import type {
  LetterPicture,
  LetterToSet,
  NormalPicture,
  ReadBody,
  ReadLetter,
  SentAddresses,
  Turn,
  Typesetter,
} from '../typesetting/typesetter.ts'
import type { Addresses } from './stored.ts'
import {
  badSignature,
  emptyLetter,
  pictureProblem,
  type Problem,
  problemOfExcess,
  replyDoesNotFit,
  tooManyPictures,
} from './words.ts'

/** A letter as it was sent to us: read and sanitised, not yet on paper. */
export type Draft = Addresses & ReadLetter & { looks: Looks }

/** What was sent, read where that may cost a lot (design.md#read-in-children), and what is wrong with it. */
export async function readDraft(
  typesetter: Typesetter,
  body: CreateLetterBody,
): Promise<{ draft: Draft; problems: Problem[] } | Problem | 'unavailable'> {
  const read = await readContent(typesetter, body.content)
  return read === 'unavailable' || 'code' in read ? read : draftOf(read, body)
}

/** The text of a letter that stands here already. */
export async function readContent(
  typesetter: Typesetter,
  content: string,
  turn?: Turn,
): Promise<ReadLetter | Problem | 'unavailable'> {
  const read = await typesetter.read(content, turn)
  if (!('refused' in read)) return read
  return read.refused === 'unavailable' ? read.refused : problemOfExcess[read.refused]
}

/**
 * A call's body that is a letter.
 * @throws Failure 400 where it is none.
 */
export async function readSent(
  typesetter: Typesetter,
  json: Uint8Array,
  turn?: Turn,
): Promise<ReadBody | Problem | 'unavailable'> {
  const read = await typesetter.readBody(json, turn)
  if (!('refused' in read)) return read
  if (read.refused === 'unreadable') throw unreadable(read.detail)
  return read.refused === 'unavailable' ? read.refused : problemOfExcess[read.refused]
}

/**
 * Everything that can be said of a letter without typesetting it (design.md#joined-addresses, design.md#printable). A
 * preview goes on with what there is; a letter with a problem is not frozen.
 */
export function draftOf(read: ReadLetter, sent: SentAddresses): { draft: Draft; problems: Problem[] } {
  const { pictures } = read
  const sender = readAddress(sent.origin, sent.originAddress, 'sender')
  const recipient = readAddress(sent.destination, sent.destinationAddress, 'recipient')
  const called = sent.destinationAddress?.called
  const content = fillName(read.content, calledBy({ ...recipient.address, called }))
  const count = picturesOf(content).length
  const addresses = { origin: sender.address, destination: recipient.address }
  const asked = looksOf(sent)
  const looks = {
    ...asked,
    signature: asked.signature && isUsableSignature(asked.signature) ? asked.signature : null,
    language: asked.language === usualLanguage ? null : asked.language,
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

/** The address to print, clean. Its fields must say what the joined string says (design.md#joined-addresses). */
function readAddress(
  joined: string,
  fields: Address | undefined,
  at: keyof typeof sides,
): { address: Address; problem?: Problem | undefined } {
  const { name, check } = sides[at]
  const parsed = fields ?? parseAddress(joined)
  const address = cleanFields(parsed ?? emptyAddress)
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

const cleanFields = (address: Address): Address => ({
  name: cleanLine(address.name),
  street: cleanLine(address.street),
  city: cleanLine(address.city),
  state: cleanLine(address.state),
  postalCode: cleanLine(address.postalCode),
  country: cleanLine(address.country),
})

/** Pictures as they will be printed, by the name that stands in the letter. */
export type Pictures = Map<string, NormalPicture>
/** The letter's pictures, in reading order, counted from 1: those it carries itself, and those that stand elsewhere. */
export function picturesIn(pictures: LetterPicture[]) {
  const all = pictures.map((picture, index) => ({ ...picture, number: index + 1 }))
  return {
    own: all.filter((picture) => 'bytes' in picture),
    remote: all.filter((picture) => 'address' in picture),
  }
}

/** Where the bytes of the letter's own pictures are. */
export const bytesInLetter = ({ bytes }: { bytes: Uint8Array }): Promise<Uint8Array> => Promise.resolve(bytes)

/**
 * Makes pictures printable, a few at once: those that are, and what is wrong with the others, by number. With
 * `stopAtProblem` nothing more is begun after the first one that cannot be printed.
 */
export async function normalisePictures<Wanted extends { name: string; number: number; size?: PhotoSize }>(
  typesetter: Typesetter,
  wanted: Wanted[],
  options: {
    bytesOf: (picture: Wanted) => Promise<Uint8Array | undefined>
    atOnce: number
    stopAtProblem: boolean
    turn?: Turn | undefined
    arePrinted?: boolean
  },
): Promise<{ pictures: Pictures; problems: Problem[] } | 'unavailable'> {
  const pictures: Pictures = new Map()
  const printed = options.arePrinted && { isPrinted: true as const }
  const problems = new Map<number, Problem>()
  const ahead = wanted.values()
  let isUnavailable = false

  async function work() {
    for (const picture of ahead) {
      const { name, number, size } = picture
      const bytes = await options.bytesOf(picture)
      const normal =
        bytes && (await typesetter.normalise({ bytes, ...(size && { size }), ...printed }, options.turn))
      if (!normal) problems.set(number, pictureProblem.unreachable(number))
      else if ('bytes' in normal) pictures.set(name, normal)
      else if (normal.refused === 'unavailable') isUnavailable = true
      else problems.set(number, pictureProblem.unreadable(number))
      if (isUnavailable || (options.stopAtProblem && problems.size)) return
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, work))
  if (isUnavailable) return 'unavailable'
  const inOrder = [...problems].sort(([one], [other]) => one - other)
  return { pictures, problems: inOrder.map(([, problem]) => problem) }
}

/**
 * What goes on paper on `day`, for a preview and for the print alike. `pictures` must hold every picture of the letter;
 * `sheetCode` begins the codes of its sheets. The same arguments give the same bytes.
 */
export const letterToSet = (
  { content, origin, destination, looks }: Draft,
  pictures: Pictures,
  { day, sheetCode, publicUrl }: { day: Day; sheetCode?: string; publicUrl: URL },
): LetterToSet => ({
  content,
  pictures: Object.fromEntries(pictures),
  sender: senderBlock(origin),
  recipient: recipientBlock(destination),
  dateLine: dateLine(looks.language ?? usualLanguage, origin.city, day),
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
