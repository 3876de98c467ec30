import {
  type Address,
  type AddressErrors,
  isPostalCode,
  isSpain,
  normalPostalCode,
  postalCodeOfSpain,
  provinceOf,
} from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { placesIn, provinceNamed } from '@lacre/letter/address/provinces.ts'
import { isSlip } from '../../slip.ts'

/** `Sevila` → `Sevilla`: a misspelt town of the province of the postal code. Short names are too similar to others. */
export function nearTown({ city, postalCode }: Address): string | undefined {
  const places = placesIn(provinceOf(postalCode) ?? '')
  if (places.some((place) => fold(place) === fold(city))) return undefined
  return places.find((place) => place.length > 4 && isSlip(fold(city), fold(place)))
}

const hasNumber = (street: string) => /\d|\bs[./ ]*n\b|\bsin n[uú]mero\b/i.test(street)

/** Possible mistakes in a Spanish address, by field. Hints only: nothing is refused. */
export function addressDoubts(address: Address): AddressErrors {
  const { street, city, state, postalCode, country } = address
  if (!isSpain(country)) return {}
  const doubts: AddressErrors = {}
  if (street.trim() && !hasNumber(street))
    doubts.street = '¿Falta el número? Si la calle no lo tiene, escriba «s/n».'

  const near = nearTown(address)
  if (near) doubts.city = `¿Quería decir ${near}?`
  const province = provinceOf(postalCode)
  const named = [city, state].map(provinceNamed).find((other) => other !== undefined)
  if (postalCode.trim() && !isPostalCode(postalCode))
    doubts.postalCode = `Los códigos postales de España tienen ${postalCodeOfSpain}.`
  else if (province && named && named !== province)
    doubts.postalCode = `El ${normalPostalCode(postalCode)} es de ${province}, no de ${named}. Revise el código o la ciudad.`
  return doubts
}
