import { expect, test } from 'vitest'
import { checkRecipient, checkSender, sampleRecipient, sampleSender } from './address.ts'

// design/sending.md#printable
test.each([
  [{ name: ' ' }, 'recipient-incomplete', 'El nombre es requerido'],
  [{ street: '', city: '' }, 'recipient-incomplete', 'La calle es requerida. La ciudad es requerida'],
  [{ country: 'Francia' }, 'recipient-not-in-spain', 'país'],
  [{ country: 'Andorra', postalCode: 'AD500' }, 'recipient-not-in-spain', 'país'],
  [{ postalCode: '53000' }, 'recipient-not-in-spain', 'código postal'],
  [{ postalCode: '00999' }, 'recipient-not-in-spain', 'código postal'],
])('a recipient with %j is refused as %s, and told what to mend: %s', (change, code, says) => {
  const refusal = checkRecipient({ ...sampleRecipient, ...change })
  expect(refusal?.code).toBe(code)
  expect(refusal?.detail).toContain(says)
  expect(refusal?.detail).toMatch(/^[A-Z].*\.$/)
})

test('a wrong province or town is nobody’s business: the code decides', () => {
  expect(
    checkRecipient({ ...sampleRecipient, city: 'Treviño', postalCode: '09214', state: 'Álava' }),
  ).toBeUndefined()
  expect(checkRecipient({ ...sampleRecipient, postalCode: 'ES-28008', country: 'spain' })).toBeUndefined()
})

test('the sender may live anywhere, but somewhere (design/sending.md#printable)', () => {
  const abroad = { ...sampleSender, city: 'Lisboa', postalCode: '1100-148', country: 'Portugal' }
  expect(checkSender(abroad)).toBeUndefined()
  expect(checkSender({ ...abroad, country: '' })).toEqual({
    code: 'sender-incomplete',
    detail: 'Complete los datos del remite. El país es requerido.',
  })
})
