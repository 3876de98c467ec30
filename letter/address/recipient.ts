import type { LetterRefusal } from '../calls.ts'
import { checkAddress, type Address } from './address.ts'
import { isPostalCode, isSpain, postalCodeOfSpain } from './postal-code.ts'

/** Why a letter cannot go to, or come from, an address; `detail` says what to do about it. */
export type AddressRefusal = { code: LetterRefusal; detail: string }

const missing = (address: Address): string => Object.values(checkAddress(address)).join('. ')

/** Only Spain, with a postal code of Spain (design.md#printable). */
export function checkRecipient(address: Address): AddressRefusal | undefined {
  const lacks = missing(address)
  if (lacks) return { code: 'recipient-incomplete', detail: `Complete los datos del destinatario. ${lacks}.` }
  if (!isSpain(address.country))
    return {
      code: 'recipient-not-in-spain',
      detail: 'Solo enviamos cartas a direcciones de España. Revise el país del destinatario.',
    }
  if (!isPostalCode(address.postalCode))
    return {
      code: 'recipient-not-in-spain',
      detail: `El código postal del destinatario no es de España: debe tener ${postalCodeOfSpain}.`,
    }
  return undefined
}

export function checkSender(address: Address): AddressRefusal | undefined {
  const lacks = missing(address)
  return lacks ? { code: 'sender-incomplete', detail: `Complete los datos del remite. ${lacks}.` } : undefined
}
