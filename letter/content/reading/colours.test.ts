// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colourOf, inRgb, isInk } from './styles.ts'
import type { Colour } from '../tree.ts'

test.each([
  ['#C0392B', '#c0392b'],
  ['#abc', '#aabbcc'],
  ['rgb(192, 57, 43)', '#c0392b'],
  ['rgb(192,57,43)', '#c0392b'],
  ['RGB(192 57 43)', '#c0392b'],
  ['rgba(192, 57, 43, 1)', '#c0392b'],
  ['rgb(192 57 43 / 100%)', '#c0392b'],
  [' red ', '#ff0000'],
  ['Navy', '#000080'],
])('%j is %s', (text, colour) => {
  expect(colourOf(text)).toBe(colour)
})

test.each([
  'rgba(0, 0, 0, 0)',
  'rgba(0, 0, 0, 0.5)',
  'rgb(256, 0, 0)',
  'rgb(1, 2)',
  '#12',
  '#12345g',
  'transparent',
  'initial',
  'inherit',
  'currentcolor',
  'constructor',
  '__proto__',
  'url(x)',
  '',
])('%j is no colour that can be printed', (text) => {
  expect(colourOf(text)).toBeUndefined()
})

test('black, and what looks like it, is ink: what word processors put on all words', () => {
  const written = [
    'black',
    '#000',
    'rgb(0, 0, 0)',
    'windowtext',
    '#0D0D0D',
    'rgb(31, 31, 31)',
    '#222222',
    '#262626',
  ]
  expect(written.filter((text) => !isInk(colourOf(text)))).toEqual([])
  const coloured = [
    '#4d4d4d',
    '#8c2f2b',
    '#1f3f8f',
    'rgb(0, 0, 128)',
    'white',
    'rgba(0, 0, 0, 0.5)',
    'initial',
  ]
  expect(coloured.filter((text) => isInk(colourOf(text)))).toEqual([])
})

test('every colour survives the way a browser writes it', () => {
  const colours = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n): Colour => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colours, (colour) => {
      expect(colourOf(inRgb(colour))).toBe(colour)
    }),
  )
  expect(inRgb('#c0392b')).toBe('rgb(192, 57, 43)')
})
