import { keysOf } from '../keys-of.ts'

/** Whom a letter comes from or goes to, as a person wrote it. `state` may be empty. */
export type Address = {
  name: string
  street: string
  city: string
  state: string
  postalCode: string
  country: string
}
export const emptyAddress: Address = {
  name: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
}
export type AddressField = keyof Address
export type AddressErrors = Partial<Record<AddressField, string>>

export const addressLabels = {
  name: 'Nombre completo',
  street: 'Calle',
  city: 'Ciudad',
  state: 'Estado (opcional)',
  postalCode: 'Código postal',
  country: 'País',
} satisfies Record<AddressField, string>

export const addressFields = keysOf(addressLabels)

/** What stands where a field is empty (specification, section 2). */
export const addressPlaceholders = {
  name: 'Nombre no definido',
  street: 'Calle no definida',
  city: 'Ciudad no definida',
  state: 'Estado no definido',
  postalCode: 'Código postal no definido',
  country: 'País no definido',
} satisfies Record<AddressField, string>

/** The five rules (specification, section 5); the state has none. */
const required: AddressErrors = {
  name: 'El nombre es requerido',
  street: 'La calle es requerida',
  city: 'La ciudad es requerida',
  postalCode: 'El código postal es requerido',
  country: 'El país es requerido',
}

export const trimAddress = (address: Address): Address => ({
  name: address.name.trim(),
  street: address.street.trim(),
  city: address.city.trim(),
  state: address.state.trim(),
  postalCode: address.postalCode.trim(),
  country: address.country.trim(),
})

/** The message of each field that breaks a rule; none means it may be saved. */
export function checkAddress(address: Address): AddressErrors {
  const errors: AddressErrors = {}
  for (const field of addressFields) {
    const message = required[field]
    if (message && !address[field].trim()) errors[field] = message
  }
  return errors
}
