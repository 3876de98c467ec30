import { expect, test } from 'vitest'
import { registerBody, requestVerificationBody } from './accounts/calls.ts'
import { createLetterBody, letterSummary } from './calls.ts'
import { states } from './journey.ts'

test.each([
  'maria@correo.es',
  ' maria@correo.es ',
  "o'brien+cartas@sub.correo.co.uk",
  'a@b',
  '#!$%&*+-/=?^_`{}|~@correo.es',
])('the address %j is taken, as the browser takes it', (email) => {
  expect(requestVerificationBody.parse({ email }).email).toBe(email.trim())
})

test.each([
  '',
  'maria',
  'maria@',
  '@correo.es',
  'a b@correo.es',
  'a@b@c.es',
  'a@correo.es\nBcc: b@c.es',
  `${'a'.repeat(250)}@b.es`,
])('the address %j is refused', (email) => {
  expect(requestVerificationBody.safeParse({ email }).success).toBe(false)
})

test('registration wants its three fields (specification, section 3)', () => {
  const body = { email: 'a@b.es', password: 'secreta123', recaptcha_token: 'x' }
  expect(registerBody.parse(body)).toEqual(body)
  for (const field of Object.keys(body))
    expect(registerBody.safeParse({ ...body, [field]: undefined }).success, field).toBe(false)
})

test('a letter is its content and two joined strings; the structured addresses are optional (design/sending.md#joined-addresses)', () => {
  const body = { content: '<p>Hola</p>', origin: 'a,b,c,d,e', destination: 'a,b,c,d,e' }
  expect(createLetterBody.parse(body)).toEqual(body)
  const address = { name: 'Ana', street: 'Calle', city: 'Ávila', postalCode: '05001', country: 'España' }
  expect(createLetterBody.parse({ ...body, originAddress: address }).originAddress).toEqual({
    ...address,
    state: '',
  })
  expect(createLetterBody.safeParse({ ...body, originAddress: { name: 'Ana' } }).success).toBe(false)
  expect(createLetterBody.safeParse({ ...body, content: 7 }).success).toBe(false)
  expect(createLetterBody.safeParse({ ...body, origin: 'x'.repeat(1201) }).success).toBe(false)
})

test('a letter in the list is in a state of its way, and in no other', () => {
  const summary = {
    id: '1',
    access: 'full',
    recipient: 'Ana',
    city: 'Ávila',
    pages: 1,
    sheets: 1,
    hash: 'abc',
    total: 329,
    createdAt: '2026-11-21T10:00:00Z',
    paidAt: null,
    charged: false,
    postedAt: null,
    postOn: null,
    cancelUntil: null,
    returnable: false,
    firstWords: 'Hola',
    order: null,
  }
  for (const state of states) expect(letterSummary.safeParse({ ...summary, state }).success).toBe(true)
  expect(letterSummary.safeParse({ ...summary, state: 'delivered' }).success).toBe(false)
})
