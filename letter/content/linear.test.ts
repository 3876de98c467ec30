// @module-tag long
// @module-tag deep
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText, type Content } from './tree.ts'
import { isSafePicture, safeLink, typedLink } from './links.ts'
import { isEmptyContent, largestSizes, picturesOf, plainText } from '../../server/typesetting/text.ts'
import { colourOf, alignIn, isItalic, marksIn, readStyle } from './reading/styles.ts'
import { readHtml } from './reading/read-html.ts'
import { readPlain } from '../../web/src/editor/read-plain.ts'
import { growsLinearly } from './testing/growth.ts'
import { isThorough } from '../../tools/thorough.ts'
import { writeHtml } from './write-html.ts'

/** What the readers look for, and what stands between: every pattern of theirs begins, goes on or ends with one of these. */
const words =
  ' |\t|\n|\r|\u00a0|a|1|-|.|,|;|:|/|%41|(|)|#|!|!important|"|\'|=|&|&amp;|&#32;|&nbsp|<|</|>|<!--|-->|é|\u00ad|\u2060|\u200d|\ufeff|\u0301|\u202e|\ud83d|😀'.split(
    '|',
  )
const pumps = [...words, ...words.map((word) => ` ${word}`), '1 ', 'a.', ',  ', '; ', '/1', '! important ']

type Grammar = { reads: (text: string) => unknown; before: string[]; pumps: string[]; after?: string[] }

const css = [
  'color:',
  'color:rgb(1',
  'color:rgba(1,1,1',
  'background:rgb(1,',
  'text-align:',
  'font-weight:',
  'text-decoration:',
]
const colours = [
  '',
  'rgb(',
  'rgb(1',
  'rgb(1,',
  'rgb(1,1',
  'rgb(1,1,1',
  'rgb(1,1,1,',
  'rgb(1,1,1/1.0',
  '#',
  'red',
]
const addresses = [
  '',
  'https:',
  'http://a.es/',
  'java',
  'data:image/png',
  'data:image/png;base64,',
  'a.es',
  'mailto:',
]
const tags =
  'p h1 ul ol li blockquote pre b i u s a span mark font div td hr br img svg script title select table x'.split(
    ' ',
  )

const grammars: Record<string, Grammar> = {
  cleanText: { reads: cleanText, before: ['', 'a'], pumps },
  cleanLine: { reads: cleanLine, before: ['', 'a'], pumps },
  colourOf: { reads: colourOf, before: colours, pumps },
  isItalic: { reads: isItalic, before: ['', 'oblique'], pumps: [...pumps, 'itali', 'obliqu'] },
  readStyle: {
    reads: (text) => [marksIn(readStyle(text)), alignIn(readStyle(text))],
    before: css,
    pumps: [...pumps, ...css],
  },
  safeLink: { reads: safeLink, before: addresses, pumps },
  isSafePicture: { reads: isSafePicture, before: addresses, pumps },
  typedLink: { reads: typedLink, before: addresses, pumps },
  readPlain: {
    reads: readPlain,
    before: ['', '- a', '1. '],
    pumps: [
      ...pumps,
      '*a ',
      '[ *a* ',
      '*a [a](https://a.es) ',
      '_a*b* ',
      '\n- a',
      '\n2. a',
      '\n  a',
      '\n# a',
    ],
  },
  'readHtml, text': {
    reads: readHtml,
    before: [
      '',
      '<p>',
      '<p>a',
      '<ul><li>',
      '<div>',
      '<pre>',
      '<svg>',
      '<script>',
      '<title>',
      '<!--',
      '<![CDATA[',
    ],
    pumps,
  },
  'readHtml, tags': {
    reads: readHtml,
    before: ['', '<p>', '<ul>', '<pre>', '<svg>', '<a href="https://a.es/"><b>'],
    pumps: tags.flatMap((tag) => [
      `<${tag}>`,
      `</${tag}>`,
      `<${tag}></${tag}>`,
      ` <${tag}/>`,
      `<${tag}>a</${tag}> `,
    ]),
  },
  'readHtml, attributes': {
    reads: readHtml,
    before: [
      '<p ',
      '<p a',
      '<p a=',
      '<p a="',
      '<a href="',
      '<img src="data:image/png,',
      '<img src="https:',
      '<img src="https://a.es" alt="',
      '<img src="https://a.es" data-size="',
      '<img src="https://a.es" data-caption="',
      '<ol start="',
      ...colours.map((colour) => `<font color="${colour}`),
      ...css.map((style) => `<p style="${style}`),
    ],
    pumps: [...pumps, ' a', ' a=b', ' a="b"', ' style=color:red'],
    after: ['', 'x">x', '>x</p>'],
  },
}

/** What goes from one reader to the next: the letter's own tree, as long as a letter may be. */
const read = (html: string): Content => {
  const answer = readHtml(html)
  return 'content' in answer ? answer.content : []
}
const letters = [
  'a',
  ' ',
  '<b>a</b> ',
  '<p>a</p>',
  '<p></p>',
  '<br>',
  '<li>a',
  '&lt;&nbsp;',
  '<img src="https://a.es/"> ',
  '<img src="https://a.es/" data-size="pequena" data-caption="a b"> ',
  '<u>a<b>b</b></u>',
]

// design/load.md#linear-readers
describe('four times the text costs four times the work', () => {
  test.each(Object.entries(grammars))('%s', (_, { reads, before, pumps, after = ['', 'x'] }) => {
    const texts = before.flatMap((start) =>
      pumps.flatMap((pump) => after.map((end) => ({ start, pump, end }))),
    )
    const steep = texts
      .filter((_, at) => isThorough || at % 7 === 0)
      .filter(
        ({ start, pump, end }) => !growsLinearly(reads, (n) => start + pump.repeat(n / pump.length) + end),
      )
    expect(steep).toEqual([])
  })

  test.each([
    ['writeHtml', writeHtml],
    ['plainText', plainText],
    ['isEmptyContent', isEmptyContent],
    ['picturesOf', picturesOf],
    ['largestSizes', largestSizes],
  ])('%s', (_, reads) => {
    expect(letters.filter((piece) => !growsLinearly(reads, (n) => read(piece.repeat(n / 8))))).toEqual([])
  })

  test('a plain text of more lines than a call has arguments is read', () => {
    expect(readPlain('a\n'.repeat(300_000))).toHaveLength(1)
  })

  // By the third power: one unlucky reading of the pieces on a busy machine hides the second.
  test('what grows faster is seen', () => {
    expect(
      growsLinearly(
        (text: string) => / * *\n/.test(text),
        (n) => ' '.repeat(n / 8),
        3,
      ),
    ).toBe(false)
  })
})
