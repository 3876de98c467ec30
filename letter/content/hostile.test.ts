// @module-tag long
// @module-tag deep
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { plainText } from '../../server/typesetting/text.ts'
import { readHtml } from './reading/read-html.ts'
import { attackVectors, naughtyStrings } from '../../server/typesetting/testing/corpora.ts'
import { blockNode } from '../../web/src/editor/document/nodes.ts'
import { schema } from '../../web/src/editor/document/schema.ts'
import { cleanText } from './tree.ts'
import { writeHtml } from './write-html.ts'

const vectors = attackVectors()
const naughty = naughtyStrings()

/** Asked of the browser's own reading of an address, not of the rule under test. */
const follows = (address: string, allowed: RegExp) =>
  !URL.canParse(address, 'https://a.es/') || allowed.test(new URL(address, 'https://a.es/').href)

/** The written HTML's tags, with exactly the attributes and values they may have. */
const allowed: Record<string, Record<string, (value: string) => boolean>> = {
  p: { style: (style) => /^text-align: (center|right|justify);$/.test(style) },
  h1: { style: (style) => /^text-align: (center|right|justify);$/.test(style) },
  h2: { style: (style) => /^text-align: (center|right|justify);$/.test(style) },
  ol: { start: (start) => /^[1-9]\d{0,5}$/.test(start) },
  ul: {},
  li: {},
  blockquote: {},
  pre: {},
  code: {},
  br: {},
  strong: {},
  em: {},
  u: {},
  s: {},
  span: { style: (style) => /^(background-)?color: rgb\(\d{1,3}, \d{1,3}, \d{1,3}\);$/.test(style) },
  a: {
    href: (href) => follows(href, /^(https?|mailto|tel|sms|about:blank$)/),
    rel: (rel) => rel === 'noopener noreferrer',
    target: (target) => target === '_blank',
  },
  img: {
    src: (src) => follows(src, /^(https?:|data:image\/(png|jpeg)[;,])/i),
    alt: () => true,
    'data-size': (size) => /^(pequena|mediana|entera)$/.test(size),
    'data-caption': (caption) => caption.length <= 120 && !/[\n\t]/.test(caption),
  },
}

function escapesOf(html: string): string[] {
  const escapes: string[] = []
  new Parser({
    onopentag(tag, attributes) {
      const rules = allowed[tag]
      if (!rules) escapes.push(tag)
      for (const [name, value] of Object.entries(attributes))
        if (!rules?.[name]?.(value)) escapes.push(`${tag} ${name}`)
    },
    oncomment: () => escapes.push('comment'),
  }).end(html)
  return escapes
}

/** Reads, writes and reads again. Nothing outside the allow-list, nothing that changes on a second reading. */
function expectTamed(html: string) {
  const answer = readHtml(html)
  if ('refused' in answer) return
  const written = writeHtml(answer.content)
  expect(escapesOf(written)).toEqual([])
  const again = readHtml(written)
  expect('content' in again && writeHtml(again.content)).toBe(written)
  if (answer.content.length) schema.nodes.doc.create(null, answer.content.map(blockNode)).check()
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const bare = (text: string) => text.replace(/[\s\p{C}]+/gu, '')

describe('text written by others (trust facts, 2.2)', () => {
  test(`each of ${vectors.length} attack vectors is tamed, alone and all in one`, () => {
    for (const vector of [...vectors, vectors.join('')]) expectTamed(vector)
  })
  test(`each of ${naughty.length} naughty strings is tamed as markup, link and picture`, () => {
    for (const text of naughty) {
      expectTamed(text)
      const attribute = quoted(text).replaceAll('"', '&quot;')
      expectTamed(
        `<p style="${attribute}"><a href="${attribute}">x</a><img src="${attribute}" alt="${attribute}"><img src="https://a.es/x" data-size="${attribute}" data-caption="${attribute}"></p>`,
      )
    }
  })
  test(`each of ${naughty.length} naughty strings, written as text, is shown literally`, () => {
    for (const text of naughty) {
      const answer = readHtml(`<p>${quoted(text)}</p>`)
      expect('content' in answer && bare(plainText(answer.content))).toBe(bare(cleanText(text)))
    }
  })
  test('the oracle sees an escape when there is one', () => {
    expect(escapesOf('<p onclick="x">a<script>b</script><a href="javascript:x">c</a><!--d--></p>')).toEqual([
      'p onclick',
      'script',
      'a href',
      'comment',
    ])
  })
})

test('any pile of tags and words is tamed, and taken by the editor as it is', () => {
  const tags =
    'p h1 h4 ul ol li blockquote pre code b i u s a span mark font div td hr br img svg script select table x'
  const piece = fc.oneof(
    fc.constantFrom(...tags.split(' ').flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag}`])),
    fc.constantFrom(
      ' ',
      '\n',
      '\t',
      'a',
      ' b ',
      '&nbsp;',
      '&#10;',
      '&lt;',
      '"',
      '>',
      '--',
      '<!--',
      ']]>',
      '\u0000',
    ),
    fc.constantFrom(
      '<a href="http://a.es">',
      '<img src=x alt="\n">',
      '<ol start=7>',
      '<p style="text-align:right">',
    ),
    fc.constantFrom('<span style="color:red;font-weight:bold">', '<b style="font-weight:400">'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectTamed(pieces.join(''))),
    { numRuns: 3000 },
  )
})

const megabyte = 1_000_000
const filled = (piece: string, bytes = megabyte) => piece.repeat(bytes / piece.length)

test.each([
  ['nested divisions', filled('<div>'), 'too-deep'],
  ['nested bold', filled('<b>'), 'too-deep'],
  ['mis-nested formats', filled('<p><b><i>'), 'too-deep'],
  ['quotes without end', filled('<blockquote>'), 'too-deep'],
  [
    '500 formats before 5000 paragraphs',
    `<p>${Array.from({ length: 500 }, (_, i) => `<b a=${i}>`).join('')}${'<p>x'.repeat(5000)}`,
    'too-deep',
  ],
  ['paragraphs', filled('<p>x'), 'too-many-parts'],
  ['line breaks', filled('<br>'), 'too-many-parts'],
  ['one word', filled('x'), 'too-long'],
  ['entities', filled('&amp;'), 'too-long'],
  ['code', `<pre>${filled('x')}`, 'too-long'],
  ['style', `<p style="${filled('color:red;')}">x</p>`, 'too-much-markup'],
  ['bold nothing', filled('<b></b>', 1_400_000), 'too-much-markup'],
  ['attributes', `<p ${filled('a=b ')}>x</p>`, 'too-much-markup'],
])('a megabyte of %s is refused: %s (typesetting facts, 5)', (_, html, refused) => {
  expect(readHtml(html)).toEqual({ refused })
})

test.each([
  ['attributes', `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=x`).join(' ')}>x</p>`],
  ['script', `<script>${filled('x')}</script><p>x</p>`],
  ['comment', `<!--${filled('-')}--><p>x</p>`],
])('a megabyte of %s costs nothing and leaves the letter (typesetting facts, 5)', (_, html) => {
  const answer = readHtml(html)
  expect('content' in answer && writeHtml(answer.content)).toBe('<p>x</p>')
})
