import { expect, test } from 'vitest'
import { sentenceOf } from './preview-panel.tsx'

const busy = 'La vista previa está ocupada. Inténtelo de nuevo en un momento.'

test.each([
  ['no network', { status: 0 }, /^Sin conexión/],
  ['a server that is slow', { status: 0, code: 'slow' }, /^La vista previa sigue tardando/],
  ['a server that is busy', { status: 503, detail: busy }, /^La vista previa está ocupada/],
  ['a proxy without its server', { status: 502 }, /^No se ha podido preparar/],
])('of %s the preview says so', (_, refused, expected) => {
  expect(sentenceOf({ is: 'waiting', refused: { ok: false, ...refused } })).toMatch(expected)
})
