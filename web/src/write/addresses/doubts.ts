import {
  type Address,
  type AddressErrors,
  isPostalCode,
  isSpain,
  normalPostalCode,
  postalCodeOfSpain,
  provinceOf,
} from '@lacre/letter/address/address.ts'
import { provinceNamed } from '@lacre/letter/address/provinces.ts'

const hasNumber = (street: string) => /\d|\bs[./ ]*n\b|\bsin n[uú]mero\b/i.test(street)

/** What may be amiss in an address of Spain, by its field. A person decides: nothing is ever refused by it. */
export function addressDoubts({ street, city, state, postalCode, country }: Address): AddressErrors {
  if (!isSpain(country)) return {}
  const doubts: AddressErrors = {}
  if (street.trim() && !hasNumber(street))
    doubts.street = '¿Falta el número? Si la calle no lo tiene, escriba «s/n».'

  const province = provinceOf(postalCode)
  const named = [city, state].map(provinceNamed).find((other) => other !== undefined)
  if (postalCode.trim() && !isPostalCode(postalCode))
    doubts.postalCode = `Los códigos postales de España tienen ${postalCodeOfSpain}.`
  else if (province && named && named !== province)
    doubts.postalCode = `El ${normalPostalCode(postalCode)} es de ${province}, no de ${named}. Revise el código o la ciudad.`
  return doubts
}
