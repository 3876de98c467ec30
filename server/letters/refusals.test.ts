import type { Failure as FailureBody } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { Failure } from '../http/failure.ts'
import { mapLimits } from '../http/limits.ts'
import { signInWords } from '../typesetting/sign-words.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { openLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const words = (count: number) => '<p>una palabra tras otra</p>'.repeat(count)
const picture = '<img src="data:image/png;base64,iVBORw0KGgo=">'
const to = (change: Partial<typeof luis>) => written('<p>Hola</p>', ana, { ...luis, ...change })

test.each([
  [
    'an empty letter',
    written('<p>  <br></p>'),
    'empty-letter',
    'Su carta está vacía. Escriba algo antes de enviarla.',
  ],
  [
    'more than four pages',
    written(words(400)),
    'letter-too-long',
    /^Su carta ocupa \d+ páginas y el máximo son 4 \(2 hojas por las dos caras\)\. Acórtela\.$/,
  ],
  [
    'endless text',
    written(`<p>${'a '.repeat(60_000)}</p>`),
    'letter-too-long',
    'Su carta tiene más de 100.000 caracteres y no cabe en 4 páginas. Acórtela.',
  ],
  [
    'endless nesting',
    written('<div>'.repeat(100) + 'a'),
    'letter-too-complex',
    'El formato de su carta es demasiado complejo para imprimirlo. Simplifique las listas, las citas o los estilos.',
  ],
  [
    'a recipient without a name',
    to({ name: ' ' }),
    'recipient-incomplete',
    'Complete los datos del destinatario. El nombre es requerido.',
  ],
  [
    'a joined string with too few parts',
    { ...to({}), destinationAddress: undefined, destination: 'Luis, Madrid' },
    'recipient-incomplete',
    'Complete los datos del destinatario: nombre, calle, ciudad, código postal y país.',
  ],
  [
    'fields that say something else',
    { ...to({}), destinationAddress: { ...luis, street: 'Otra' } },
    'address-mismatch',
    'Los datos del destinatario no coinciden con los de la carta. Vuelva a guardar la dirección.',
  ],
  [
    'an address wider than the window',
    to({
      street:
        'Urbanización de la Santísima Trinidad y de los Desamparados, bloque 14, portal izquierdo, escalera segunda, piso undécimo, puerta central, junto al antiguo lavadero municipal',
    }),
    'recipient-does-not-fit',
    'La dirección del destinatario no cabe en la ventana del sobre. Abrevie el nombre, la calle o la ciudad.',
  ],
  [
    'letters no font has',
    written('<p>안녕 \ue000</p>'),
    'unprintable-character',
    'No podemos imprimir estos signos, de la carta o de las direcciones: «안» (una letra coreana), «녕» (una letra coreana), un signo que solo existe en otro programa. La vista previa señala dónde están: cámbielos o bórrelos.',
  ],
  [
    'a broken picture',
    written(`<p>Hola ${picture}</p>`),
    'picture-unreadable',
    'No se puede imprimir la imagen n.º 1 de su carta: está dañada o no es PNG ni JPEG. Cámbiela por otra.',
  ],
  [
    'too many pictures',
    written(Array.from({ length: 21 }, (_, i) => `<img src="https://a.es/${i}.png">`).join('')),
    'letter-too-complex',
    'Su carta lleva 21 imágenes y el máximo son 20. Quite alguna.',
  ],
  [
    'a picture that cannot be had',
    written('<p>Hola <img src="https://a.es/a.png"></p>'),
    'picture-unreachable',
    'No hemos podido descargar la imagen n.º 1 de su carta. Guárdela en su equipo e insértela de nuevo.',
  ],
] as const)(
  '%s is refused with a sentence one can act on, and nothing is stored (design/sending.md#printable)',
  async (_what, body, code, detail) => {
    const app = await openLetters(typesetter)
    const response = await app.send(await app.account(), body)
    expect(response.statusCode).toBe(422)
    expect(response.json<FailureBody>()).toEqual({
      code,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    })
    expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
  },
)

test('a typesetter that does not answer says nothing about the letter: 503, try again', async () => {
  const app = await openLetters({
    ...typesetter,
    prepare: () => Promise.resolve({ refused: 'unavailable' }),
  })
  const response = await app.send(await app.account())
  expect(response.statusCode).toBe(503)
  expect(response.json<FailureBody>()).toEqual({
    code: 'unavailable',
    detail:
      'Ahora mismo no podemos preparar su carta. Inténtelo de nuevo en un momento: no se ha perdido nada.',
  })
})

test('without an account nothing is even read', async () => {
  const app = await openLetters(typesetter)
  const body = `"${'a'.repeat(17 * 1024 * 1024)}`
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/letters/',
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  expect(response.statusCode).toBe(401)
  expect(response.json<FailureBody>().detail).toBe('Inicie sesión para continuar.')
})

test('freezing is limited per account, and sending the same again does not count (design/accounts.md#limits-per-account)', async () => {
  const app = await openLetters(typesetter, {
    limits: mapLimits(() => {
      let left = 2
      return {
        take: () =>
          left-- > 0 ? Promise.resolve(1) : Promise.reject(new Failure(429, 'Demasiados intentos.')),
        check: () => Promise.resolve(),
        giveBack: () => Promise.resolve(),
        forgive: () => Promise.resolve(),
      }
    }),
  })
  const me = await app.account()
  await app.freeze(me)
  await app.freeze(me)
  await app.freeze(me)
  await app.freeze(me, written('<p>Otra.</p>'))
  expect((await app.send(me, written('<p>Y otra.</p>'))).statusCode).toBe(429)
})

test.each([
  ['🧿', '«🧿» (un emoji)'],
  ['👩‍👩‍👧‍👦', '«👩‍👩‍👧‍👦» (un emoji)'],
  ['\u{1D11E}', '«\u{1D11E}» (un signo musical)'],
  ['ཀ', '«ཀ» (una letra tibetana)'],
  ['字', '«字» (un carácter chino o japonés)'],
  ['ᚠ', '«ᚠ» (una runa)'],
  ['𞤀', '«𞤀» (una letra de otro alfabeto)'],
  ['é\u0323', '«é\u0323» (una letra con un signo poco común)'],
  ['⇶', '«⇶» (una flecha)'],
  ['🀀', '«🀀» (una ficha o un naipe)'],
  ['⏻', '«⏻» (un símbolo)'],
  ['\ue000', 'un signo que solo existe en otro programa'],
  ['\u200d', 'un signo invisible'],
])('what cannot be printed is named by its look and kind, never by a number: %s', (character, name) => {
  expect(signInWords(character)).toBe(name)
})
