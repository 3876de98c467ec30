import { dictionary } from '@zxcvbn-ts/language-common'
import { systemRandom } from '../outside/clock.ts'
import { expect, test } from 'vitest'
import { commonPasswords, passwordWeakness } from './passwords.ts'

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

test.each([
  [
    'ana.garcia@ejemplo.test',
    ['anagarcia', 'anagarcia1990', 'garcia.ana', 'A.n.a-Garcia!', '1990 Ana 1990 García'],
  ],
  ['ana.garcia@ejemplo.test', ['garcia19901990', 'ana@ejemplo', '4n4g4rci4', 'anaanagarcia']],
  ['mariagarcia1985@ejemplo.test', ['mariagarcia', 'mariagarcia1986', 'mariagarcia1985!', '1985mariagarcia']],
  ['anaruiz@ejemplo.test', ['anaruizanaruiz', '1anaruiz', 'anaruiz@ejemplo', 'ejemplo.anaruiz']],
  ['612345678@mi-empresa.ejemplo.test', ['612345678', 'miempresa', 'Mi Empresa 2026']],
])('of %s nothing is taken that is made of the address alone', async (email, passwords) => {
  for (const password of passwords)
    expect([password, await passwordWeakness(password, email)]).toEqual([password, 'common-password'])
})

test.each([
  ['ana.garcia@ejemplo.test', ['anagarcia come manzanas verdes', 'ana garabato', 'garcialopez', '83920174']],
  ['a.b@c.test', ['una taza de caldo', 'xkq7#vbn']],
  ['a.b.c.d.e.l.o.r.s.t.u.v@a.i.j.test', ['lluvia sobre el tejado', 'caldo de verduras']],
  ['612345678@ejemplo.test', ['83920174']],
])('of %s what merely begins like the address is taken', async (email, passwords) => {
  for (const password of passwords) expect(await passwordWeakness(password, email)).toBeUndefined()
})

test('a long password beside an address of many pieces is looked at once', async () => {
  await commonPasswords()
  const email = `${Array.from({ length: 30 }, (_, index) => 'a'.repeat(index + 1)).join('.')}@ejemplo.test`
  const before = process.threadCpuUsage()
  expect(await passwordWeakness(`${'a'.repeat(198)}bz`, email)).toBeUndefined()
  // Of this thread's own work, in microseconds: a busy machine takes longer, and does no more.
  expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
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
