import type { Preview } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { ana, luis, written } from '../testing/factories.ts'
import { openLetters } from '../testing/test-app.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

test('each character that cannot be printed is named with its place; the pages show a box for it', async () => {
  const { fastify } = await openLetters(typesetter)
  const content = '<p>ᚠ</p><ul><li><p>Tres cosas en uno ก dos ข ก</p></li></ul>'
  const payload = written(content, { ...ana, name: 'Ana ก' }, { ...luis, city: 'Madrid ก' })
  const seen = (await fastify.inject({ method: 'POST', url: '/letters/preview', payload })).json<Preview>()
  const found = (at: string, character: string, detail: string) => ({
    code: 'unprintable-character',
    at,
    character,
    detail: `No podemos imprimir ${detail}. Cámbielo o bórrelo.`,
  })
  expect(seen.problems).toEqual([
    found('sender', 'ก', '«ก» (una letra tailandesa), en «Nombre completo» del remite'),
    found('recipient', 'ก', '«ก» (una letra tailandesa), en «Ciudad» del destinatario'),
    found(
      'letter',
      'ก',
      '«ก» (una letra tailandesa), en el segundo párrafo, después de «cosas en uno», y en 1 sitio más',
    ),
    found('letter', 'ᚠ', '«ᚠ» (una runa), en el primer párrafo, al principio'),
    found('letter', 'ข', '«ข» (una letra tailandesa), en el segundo párrafo, después de «uno ก dos»'),
  ])
  const pages = await readPages(Buffer.from(seen.paper?.pdf ?? '', 'base64'))
  expect(textOf(pages[0])).toContain('uno □ dos □ □')
})
