import { expect, test } from 'vitest'
import {
  addressFields,
  addressPlaceholders,
  checkAddress,
  trimAddress,
  sampleRecipient,
  sampleSender,
  samplesIn,
  checkRecipient,
} from './address.ts'

test.each(['', ' \t\u00a0 '])(
  'where %j stands in each field, each of the five rules has its message, and the state has none (specification, section 5)',
  (nothing) => {
    const fields = Object.fromEntries(addressFields.map((field) => [field, nothing]))
    expect(checkAddress({ ...sampleSender, ...fields })).toEqual({
      name: 'El nombre es requerido',
      street: 'La calle es requerida',
      city: 'La ciudad es requerida',
      postalCode: 'El código postal es requerido',
      country: 'El país es requerido',
    })
    expect(checkAddress({ ...sampleSender, state: nothing })).toEqual({})
  },
)

test.each(['.', '-', ',', '\u200b\u200b', '\u00ad', '\u3164', '—', '…', '()'])(
  '%j prints no letter and no digit, so it is no name, street or town',
  (nothing) => {
    expect(checkAddress({ ...sampleSender, name: nothing, street: nothing, city: nothing })).toEqual({
      name: 'El nombre es requerido',
      street: 'La calle es requerida',
      city: 'La ciudad es requerida',
    })
  },
)

test('trimming takes the ends of every field', () => {
  const spaced = Object.fromEntries(addressFields.map((field) => [field, ` ${sampleSender[field]}\n`]))
  expect(trimAddress(spaced as typeof sampleSender)).toEqual(sampleSender)
})

test('an empty field says which one it is (specification, section 2)', () => {
  expect(Object.values(addressPlaceholders)).toEqual([
    'Nombre no definido',
    'Calle no definida',
    'Ciudad no definida',
    'Estado no definido',
    'Código postal no definido',
    'País no definido',
  ])
})

test('the samples are as specified, and could be posted (specification, section 3)', () => {
  expect(sampleSender).toMatchObject({
    city: 'Málaga',
    state: 'Distrito Centro',
    postalCode: '29007',
    country: 'España',
  })
  expect(sampleRecipient).toMatchObject({
    city: 'Madrid',
    state: '',
    postalCode: '28008',
    country: 'España',
  })
  expect([sampleSender, sampleRecipient].map(checkRecipient)).toEqual([undefined, undefined])
})

test('the untouched sample is told from every other address (design/sending.md#sample-addresses)', () => {
  const samples = { origin: sampleSender, destination: sampleRecipient }
  const spaced = ({ name }: { name: string }) => ({ name: ` ${name} ` })
  for (const [side, sample, told] of [
    ['origin', sampleSender, 'sampleSender'],
    ['destination', sampleRecipient, 'sampleRecipient'],
  ] as const) {
    const withChange = (change: object) => samplesIn({ ...samples, [side]: { ...sample, ...change } })
    const both = { sampleRecipient: true, sampleSender: true }
    expect(withChange(spaced(sample))).toEqual(both)
    for (const field of addressFields)
      expect(withChange({ [field]: 'otro' }), field).toEqual({ ...both, [told]: false })
  }
})
