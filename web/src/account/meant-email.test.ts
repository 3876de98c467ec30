import { expect, test } from 'vitest'
import { meantEmail } from './email-field.tsx'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['Ana@hotmail.con', 'Ana@hotmail.com'],
  ['ana@gmail.es', 'ana@gmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@GMAIL.CO', 'ana@gmail.com'],
  ['ana@hotmial.es', 'ana@hotmail.es'],
  ['ana@outlok.es', 'ana@outlook.es'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@icloud.es', 'ana@icloud.com'],
  ['ana@correo.cmo', 'ana@correo.com'],
])('%s is asked about: %s', (email, meant) => expect(meantEmail(email)).toBe(meant))

const right =
  'gmail.com googlemail.com GMAIL.com hotmail.com hotmail.es hotmail.fr hotmail.co.uk outlook.es outlook.cl outlook.com.br ' +
  'yahoo.es yahoo.com.mx yahoo.co.uk ymail.com mail.com email.com email.es icloud.com me.com gmx.es gmx.net live.com msn.com ' +
  'telefonica.net movistar.es ono.com terra.es proton.me protonmail.com aol.com correo.example empresa.co uni.edu gail.com ' +
  'xunta.gal euskadi.eus empresa.cat hey.com grail.com'
test.each(right.split(' '))('%s may be right', (domain) =>
  expect(meantEmail(`ana@${domain}`)).toBeUndefined(),
)

test.each(['', 'ana', '@gmial.com', 'ana@', 'ana@b@gmial.com'])('%j is no address', (email) =>
  expect(meantEmail(email)).toBeUndefined(),
)
