import { systemRandom } from '../../outside/random.ts'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordWeakness } from './password-weakness.ts'

const of = (password: string) => passwordWeakness(password, 'ana.garcia@ejemplo.test')

test.each(['', 'corta', 'siete77', '1234567'])('%j is short (specification, section 9)', (password) => {
  expect(of(password)).toBe('short-password')
})

test.each([
  'password',
  'Password1!',
  'P4ssw0rd2026',
  'contraseña',
  'CONTRASEÑA123',
  'RealMadrid',
  'barcelona1899',
  'Hala Madrid!',
  'te quiero 2',
  '12345678',
  '87654321',
  'qwertyuiop',
  'asdfghjklñ',
  'aaaaaaaa',
  'abababab',
  'abcabcabc',
  '1q2w3e4r',
  'primavera2026',
  'ana.garcia',
  'Ana.Garcia1',
  'ana.garcia@ejemplo.test',
])('%s is what one tries first', (password) => {
  expect(of(password)).toBe('common-password')
})

test.each([
  'lluvia sobre el tejado',
  'ocho letras',
  'madrid en primavera',
  '83920174',
  'xkq7#vbn',
  'contraseñas sin numeros',
  'ñandúes verdes',
  '日本語のパスワード',
  '🐝🐝🦋🐛🐌🐞',
  'ana garcia lopez de la torre',
])('%s is taken, whatever it is made of', (password) => {
  expect(of(password)).toBeUndefined()
})

test('every word of the list that is long enough is refused, also in capitals and with a year', () => {
  const refused = (password: string) => of(password) === 'common-password'
  const words = [...commonPasswords]
  expect(words.filter((word) => word.length >= 8 && !refused(word))).toEqual([])
  expect(
    words.map((word) => `${word.toUpperCase()}2026!`).filter((word) => word.length >= 8 && !refused(word)),
  ).toEqual([])
  expect(words.length).toBeGreaterThan(100)
})

test('of a thousand random phrases of four words none is refused', () => {
  const words = [...commonPasswords].filter((word) => /^[a-z]{4,}$/.test(word))
  const pick = () => words[systemRandom.bytes(4).readUInt32BE() % words.length] ?? ''
  const refused = Array.from({ length: 1000 }, () => [pick(), pick(), pick(), pick()].join(' ')).filter(
    (phrase) => new Set(phrase.split(' ')).size === 4 && of(phrase),
  )
  expect(refused).toEqual([])
})
