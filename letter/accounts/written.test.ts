import { expect, test } from 'vitest'
import { codeLoginBody, requestCodeBody } from './calls.ts'
import { readCode, readEmail } from './written.ts'

test.each([
  'ana@correo.example\u200b',
  '\u2060ana@correo.example',
  'ana@correo.example\u00a0',
  'ana\u00ad@correo.example',
  '<ana@correo.example>',
  'Ana Cal <ana@correo.example>',
  '"Cal, Ana" <ana@correo.example>;',
  'mailto:ana@correo.example',
  'mailto:ana@correo.example?subject=Hola',
  'ana@correo.example,',
  'Correo: ana@correo.example',
  'ana＠correo.example',
  '\u202aana@correo.example\u202c',
])('%j is ana@correo.example', (written) => {
  expect(readEmail(written)).toBe('ana@correo.example')
  expect(requestCodeBody.parse({ email: written, recaptcha_token: '' }).email).toBe('ana@correo.example')
})

test.each([
  '',
  'ana',
  'ana@',
  'muñoz@correo.example',
  'ana@correo.',
  'ana cal@correo.example',
  'a@b.example, c@d.example',
  'a(b)c@d.example',
  "o'neill+x@correo.example",
])('%j is left as it is typed', (written) => expect(readEmail(written)).toBe(written))

test.each([
  '123 456',
  ' 123456\n',
  '123-456',
  '\u200b123456',
  'Su código: 123456',
  '１２３４５６',
  '123.456',
  '1 2 3 4 5 6',
  '١٢٣٤٥٦',
  'Su código de Lacre de las 10:32 es 123456. Sirve durante 10 minutos.',
])('%j is 123456', (written) => {
  expect(readCode(written)).toBe('123456')
  expect(codeLoginBody.safeParse({ email: 'a@b.example', code: written }).success).toBe(true)
})
