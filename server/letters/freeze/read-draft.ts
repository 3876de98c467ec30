import type { Address } from '@lacre/letter/address/address.ts'
import { joinsTo, parseAddress } from '@lacre/letter/address/join.ts'
import type { Addresses } from '../stored/sealed-addresses.ts'
import { checkRecipient, checkSender } from '@lacre/letter/address/recipient.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { cleanLine } from '@lacre/letter/content/clean.ts'
import { isEmptyContent } from '@lacre/letter/content/plain-text.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import { emptyLetter, refusalOfExcess, type Refusal } from './refusals.ts'

/** A letter as it was sent to us: read, sanitised and checked, not yet on paper. */
export type Draft = Addresses & { content: Content }

/** What can be refused without typesetting the letter (design.md#joined-addresses, design.md#printable). */
export function readDraft(body: CreateLetterBody): Draft | Refusal {
  const read = readHtml(body.content)
  if ('refused' in read) return refusalOfExcess[read.refused]
  if (isEmptyContent(read.content)) return emptyLetter

  const origin = readAddress(body.origin, body.originAddress, 'remite')
  if ('refused' in origin) return origin
  const destination = readAddress(body.destination, body.destinationAddress, 'destinatario')
  if ('refused' in destination) return destination

  const wrong = checkSender(origin) ?? checkRecipient(destination)
  if (wrong) return { refused: wrong.code, detail: wrong.detail }
  return { content: read.content, origin, destination }
}

const codeOfIncomplete = { remite: 'sender-incomplete', destinatario: 'recipient-incomplete' } as const

/** The address to print, clean. Its fields must say what the joined string says (design.md#joined-addresses). */
export function readAddress(
  joined: string,
  fields: Address | undefined,
  whose: keyof typeof codeOfIncomplete,
): Address | Refusal {
  if (fields && !joinsTo(fields, joined))
    return {
      refused: 'address-mismatch',
      detail: `Los datos del ${whose} no coinciden con los de la carta. Vuelva a guardar la dirección.`,
    }
  const address = fields ?? parseAddress(joined)
  if (!address)
    return {
      refused: codeOfIncomplete[whose],
      detail: `Complete los datos del ${whose}: nombre, calle, ciudad, código postal y país.`,
    }
  return cleanFields(address)
}

export const cleanFields = (address: Address): Address => ({
  name: cleanLine(address.name),
  street: cleanLine(address.street),
  city: cleanLine(address.city),
  state: cleanLine(address.state),
  postalCode: cleanLine(address.postalCode),
  country: cleanLine(address.country),
})
