import { expect, test } from 'vitest'
import { schema } from '../editor/document/schema.ts'
import { overflowAt } from './preview-panel.tsx'

const letter = (...paragraphs: string[]) =>
  schema.node(
    'doc',
    null,
    paragraphs.map((text) => schema.node('paragraph', null, text ? [schema.text(text)] : [])),
  )
const textFrom = (doc: ReturnType<typeof letter>, at: number) => doc.textBetween(at, doc.content.size, '|')

test('finds the text after the last page, whatever the line breaks', () => {
  const doc = letter('Uno dos tres.', 'La correspondencia sigue, y 👵🏽 también.', 'Fin.')
  const at = overflowAt(doc, {
    before: 'Uno dos tres.\nLa correspon\u00ad',
    after: 'dencia sigue, y 👵🏽\ntambién.\nFin.',
  })
  expect(textFrom(doc, at)).toBe('dencia sigue, y 👵🏽 también.|Fin.')
})

test('finds the right one of ten equal sentences', () => {
  const doc = letter(...Array.from({ length: 10 }, () => 'Te escribo despacio.'))
  const before = 'Te escribo despacio. '.repeat(6)
  expect(textFrom(doc, overflowAt(doc, { before, after: 'Te escribo despacio. '.repeat(4) }))).toBe(
    Array.from({ length: 4 }, () => 'Te escribo despacio.').join('|'),
  )
})

test.each([
  ['words that read otherwise on paper', 'ﬁn de otra manera', 'cuatro cinco seis'],
  ['no words at all', '', 'cuatro cinco seis'],
])('%s: the amount of text before decides', (_, after, found) => {
  const doc = letter('uno dos tres cuatro cinco seis')
  expect(textFrom(doc, overflowAt(doc, { before: 'uno dos tres', after }))).toBe(found)
})

test('an empty letter overflows nowhere', () => {
  expect(overflowAt(letter(''), { before: '', after: '' })).toBe(0)
})
