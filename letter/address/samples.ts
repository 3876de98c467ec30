import { addressFields, type Address } from './address.ts'

/** What the page shows before anybody typed an address (specification, section 3). The people are invented. */
export const sampleSender: Address = {
  name: 'Lucía Romero Vega',
  street: 'Calle Armengual de la Mota, 12, 3.º B',
  city: 'Málaga',
  state: 'Distrito Centro',
  postalCode: '29007',
  country: 'España',
}

export const sampleRecipient: Address = {
  name: 'Antonio Pérez Molina',
  street: 'Calle de la Princesa, 25, 4.º A',
  city: 'Madrid',
  state: '',
  postalCode: '28008',
  country: 'España',
}

/** Nobody changed the sample: the payment asks whether that is really meant (design.md#sample-addresses). */
export const isSampleRecipient = (address: Address): boolean =>
  addressFields.every((field) => address[field].trim() === sampleRecipient[field])
