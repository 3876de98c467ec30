import { expect, test } from 'vitest'
import { checkRecipient, checkSender, sampleRecipient, sampleSender } from './address.ts'

// design/sending.md#printable
const country = 'Solo enviamos cartas a direcciones de España. Revise el país del destinatario.'
const code = 'El código postal del destinatario no es de España: debe tener cinco cifras, de 01000 a 52999.'
test.each([
  [{ name: ' ' }, 'recipient-incomplete', 'Complete los datos del destinatario. El nombre es requerido.'],
  [
    { street: '', city: '' },
    'recipient-incomplete',
    'Complete los datos del destinatario. La calle es requerida. La ciudad es requerida.',
  ],
  [{ country: 'Francia' }, 'recipient-not-in-spain', country],
  [{ country: 'Andorra', postalCode: 'AD500' }, 'recipient-not-in-spain', country],
  [{ postalCode: '53000' }, 'recipient-not-in-spain', code],
  [{ postalCode: '00999' }, 'recipient-not-in-spain', code],
])('a recipient with %j is refused as %s, and told what to mend: %s', (change, code, detail) => {
  expect(checkRecipient({ ...sampleRecipient, ...change })).toEqual({ code, detail })
})

test('accepts a province or town that contradicts the postal code: the code decides', () => {
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
