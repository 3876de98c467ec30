import type { Marks } from '../tree.ts'
import { markerColour } from './styles.ts'

/** What a page never shows as text, or shows by other means than letters. */
export const dropped = new Set(
  'script style template title noscript textarea select svg math iframe object audio video canvas noembed noframes'.split(
    ' ',
  ),
)

export const boundaries = new Set(
  (
    'div section article main header footer nav aside address figure figcaption center form fieldset hr ' +
    'table caption thead tbody tfoot tr td th dl dt dd details summary body html'
  ).split(' '),
)

export const headingLevels = new Map<string, 1 | 2>([
  ['h1', 1],
  ['h2', 2],
  ['h3', 2],
  ['h4', 2],
  ['h5', 2],
  ['h6', 2],
])

/** What a tag means by itself; its style comes on top. A Map, because `<constructor>` is found in an object. */
export const tagMarks = new Map<string, Marks>([
  ['strong', { bold: true }],
  ['b', { bold: true }],
  ['em', { italic: true }],
  ['i', { italic: true }],
  ['u', { underline: true }],
  ['ins', { underline: true }],
  ['s', { strike: true }],
  ['strike', { strike: true }],
  ['del', { strike: true }],
  ['mark', { background: markerColour }],
])
