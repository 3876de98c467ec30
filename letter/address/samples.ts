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

const isUntouched = (sample: Address, address: Address | undefined): boolean =>
  !!address && addressFields.every((field) => address[field].trim() === sample[field])

/** Which samples nobody changed: the payment asks about the recipient, and tells of the sender (design.md#sample-addresses). */
export const samplesIn = (of: { origin: Address | undefined; destination: Address }) => ({
  sampleRecipient: isUntouched(sampleRecipient, of.destination),
  sampleSender: isUntouched(sampleSender, of.origin),
})
