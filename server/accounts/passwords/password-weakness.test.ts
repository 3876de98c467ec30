import { dictionary } from '@zxcvbn-ts/language-common'
import { systemRandom } from '../../outside/random.ts'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordWeakness } from './password-weakness.ts'

const of = (password: string) => passwordWeakness(password, 'ana.garcia@ejemplo.test')

test.each(['', 'corta', 'siete77', '1234567'])('%j is short (specification, section 9)', async (password) => {
  expect(await of(password)).toBe('short-password')
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
  'ejemplo2026',
  'Ejemplo.test',
  'basketball',
  'letmein2026',
])('%s is what one tries first', async (password) => {
  expect(await of(password)).toBe('common-password')
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
])('%s is taken, whatever it is made of', async (password) => {
  expect(await of(password)).toBeUndefined()
})

const refusedOf = async (passwords: string[]) => {
  const verdicts = await Promise.all(passwords.map(of))
  return passwords.filter((_, index) => verdicts[index] === 'common-password')
}

test('the ten thousand commonest of the public list are refused where they are long enough, and with a year', async () => {
  const commonest = dictionary['passwords-common'].slice(0, 10_000)
  const long = commonest.filter((word) => word.length >= 8)
  expect(long.length).toBeGreaterThan(3000)
  expect(await refusedOf(long)).toEqual(long)
  const decorated = commonest.map((word) => `${word.toUpperCase()}2026!`).filter((word) => word.length >= 8)
  expect(await refusedOf(decorated)).toEqual(decorated)
})

test('of a thousand random phrases of four words none is refused', async () => {
  const words = [...(await commonPasswords())].filter((word) => /^[a-z]{4,}$/.test(word))
  const pick = () => words[systemRandom.bytes(4).readUInt32BE() % words.length] ?? ''
  const phrases = Array.from({ length: 1000 }, () => [pick(), pick(), pick(), pick()])
  const mixed = phrases.filter((phrase) => new Set(phrase).size === 4).map((phrase) => phrase.join(' '))
  expect(await refusedOf(mixed)).toEqual([])
})
