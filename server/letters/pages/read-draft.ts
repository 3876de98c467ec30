import {
  emptyAddress,
  type Address,
  joinsTo,
  parseAddress,
  checkRecipient,
  checkSender,
} from '@lacre/letter/address/address.ts'
import { calledBy, fillName } from '@lacre/letter/recipients/called.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { mostReplyDigits, replyFragment } from '@lacre/letter/address/reply-code.ts'
import { looksOf, type Looks } from '@lacre/letter/looks/looks.ts'
import { isUsableSignature } from '@lacre/letter/looks/signature.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { maxPictures } from '@lacre/letter/content/limits.ts'
import { isEmptyContent, picturesOf } from '@lacre/letter/content/text.ts'
import { unreadable } from '../../http/bodies/parse-json.ts'
import type { ReadBody, ReadLetter, SentAddresses, Turn, Typesetter } from '../../typesetting/typesetter.ts'
import type { Addresses } from '../stored/sealed-addresses.ts'
import {
  badSignature,
  emptyLetter,
  problemOfExcess,
  replyDoesNotFit,
  tooManyPictures,
  type Problem,
} from './problems.ts'

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
