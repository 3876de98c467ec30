import { expect, test } from 'vitest'
import { systemRandom } from '../outside/clock.ts'
import { letterCipher } from './cipher.ts'

const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)
const open = {
  addresses: '{"name":"Concepción"}',
  content: '<p>Querida Concepción</p>',
  pdf: Buffer.from('%PDF-1.7'),
}

test('a sealed letter opens again, and holds none of its words in the clear', () => {
  const sealed = cipher.seal('a', open)
  expect(cipher.openAddresses('a', sealed)).toBe(open.addresses)
  expect(cipher.openContent('a', sealed)).toBe(open.content)
  expect(cipher.openPdf('a', sealed)).toEqual(open.pdf)
  const stored = Buffer.concat([sealed.addresses, sealed.content, sealed.pdf, sealed.wrapped_key])
  expect(stored.includes('Concepci')).toBe(false)
})

test('one letter’s secrets cannot be passed off as another’s (design/privacy.md#letters-are-secret)', () => {
  const sealed = cipher.seal('a', open)
  expect(() => cipher.openContent('b', sealed)).toThrow()
  expect(() => cipher.openPdf('a', { ...sealed, pdf: sealed.content })).toThrow()
  expect(() => cipher.openAddresses('a', { ...sealed, addresses: sealed.content })).toThrow()
})

test('a changed bit or another master key stops it', () => {
  const sealed = cipher.seal('a', open)
  const bent = Buffer.from(sealed.pdf)
  bent[20]! ^= 1
  expect(() => cipher.openPdf('a', { ...sealed, pdf: bent })).toThrow()
  expect(() => letterCipher(Buffer.alloc(32, 8), systemRandom).openPdf('a', sealed)).toThrow()
})

test('the same text has the same fingerprint, under one key only', () => {
  expect(cipher.fingerprint('x')).toEqual(cipher.fingerprint('x'))
  expect(letterCipher(Buffer.alloc(32, 8), systemRandom).fingerprint('x')).not.toEqual(
    cipher.fingerprint('x'),
  )
})
