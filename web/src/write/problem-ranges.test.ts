import { expect, test } from 'vitest'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { schema } from '../editor/document/schema.ts'
import { rangesOf } from './problems.tsx'

const picture = (src: string) => schema.node('image', { src })
const doc = schema.node('doc', null, [
  schema.node('paragraph', null, [
    schema.text('a'),
    picture('https://a.es/1.png'),
    schema.text('x', [schema.mark('strong')]),
    schema.text('\u0301 x'),
  ]),
  schema.node('blockquote', null, [
    schema.node('paragraph', null, [picture('https://a.es/2.png'), picture('https://a.es/1.png')]),
  ]),
])
const problem = (changes: Partial<PreviewProblem>): PreviewProblem => ({
  code: 'unprintable-character',
  detail: '',
  at: 'letter',
  ...changes,
})
const textOf = ({ from, to }: { from: number; to: number }) => doc.textBetween(from, to)

test('finds each occurrence of a character, also across styles, never part of another', () => {
  expect(rangesOf(problem({ character: 'x\u0301' }), doc, undefined).map(textOf)).toEqual(['x\u0301'])
  const plain = rangesOf(problem({ character: 'x' }), doc, undefined)
  expect(plain.map(({ from }) => doc.textBetween(from - 1, from + 1))).toEqual([' x'])
})

test('finds a picture by its number; a repeated one counts once', () => {
  const ranges = (number: number) =>
    rangesOf(problem({ code: 'picture-unreadable', picture: number }), doc, undefined)
  const sources = (number: number) => ranges(number).map(({ from }) => doc.nodeAt(from)?.attrs.src as string)
  expect(sources(1)).toEqual(['https://a.es/1.png', 'https://a.es/1.png'])
  expect(sources(2)).toEqual(['https://a.es/2.png'])
})

test('a letter that is too long is marked to its end; addresses have no range', () => {
  const tooLong = problem({ code: 'letter-too-long' })
  expect(rangesOf(tooLong, doc, 3)).toEqual([{ from: 3, to: doc.content.size }])
  expect(rangesOf(tooLong, doc, undefined)).toEqual([])
  expect(rangesOf(problem({ character: 'x', at: 'sender' }), doc, undefined)).toEqual([])
})
