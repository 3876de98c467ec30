// @module-tag long
// @module-tag deep
import fc from 'fast-check'
import { DOMSerializer, Mark, Schema, type Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { colourOf, inRgb } from './reading/styles.ts'
import { photoSizes } from './tree.ts'
import { readHtml } from './reading/read-html.ts'
import { marks, nodes } from './schema.ts'
import { writeHtml } from './write-html.ts'

const schema = new Schema({ nodes, marks })

/** As much of a document as the editor's serializer needs, writing HTML as Chromium does. */
class Tiny {
  readonly nodeType = 1
  readonly style = { cssText: '' }
  readonly #tag: string
  readonly #attributes: string[] = []
  readonly #children: (Tiny | { text: string })[] = []
  constructor(tag: string) {
    this.#tag = tag
  }
  setAttribute(name: string, value: unknown) {
    this.#attributes.push(` ${name}="${escaped(String(value)).replaceAll('"', '&quot;')}"`)
  }
  appendChild(child: Tiny | { text: string }) {
    this.#children.push(child)
  }
  get inside(): string {
    return this.#children.map((child) => (child instanceof Tiny ? child.html : escaped(child.text))).join('')
  }
  get html(): string {
    const [property, value = ''] = this.style.cssText.split(': ')
    const colour = colourOf(value)
    const style = property ? ` style="${property}: ${colour ? inRgb(colour) : value};"` : ''
    const start = `<${this.#tag}${this.#attributes.join('')}${style}>`
    return this.#tag === 'br' || this.#tag === 'img' ? start : `${start}${this.inside}</${this.#tag}>`
  }
}
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const tiny = {
  createElement: (tag: string) => new Tiny(tag),
  createTextNode: (text: string) => ({ text }),
} as unknown as Document

/** What the editor hands out for a document. */
function editorHtml(letter: Node): string {
  const place = new Tiny('div')
  DOMSerializer.fromSchema(schema).serializeFragment(
    letter.content,
    { document: tiny },
    place as unknown as HTMLElement,
  )
  return place.inside
}

/** Tabs and control characters cannot be typed into a paragraph. */
const words = fc
  .array(
    fc.constantFrom('a', 'ñ', ' ', '  ', '<', '>', '&', '"', "'", ' 5\u00a0€ ', '😀', '&nbsp;', '<b>', 'é'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''))
const colours = fc.constantFrom('#c0392b', '#ffffff', '#ffff00')
const looks: fc.Arbitrary<readonly Mark[]> = fc
  .record(
    {
      link: fc.constantFrom('https://a.es/?a=1&b="2"', 'about:blank', 'tel:+34600').map((href) => ({ href })),
      strong: fc.constant({}),
      em: fc.constant({}),
      underline: fc.constant({}),
      strike: fc.constant({}),
      colour: colours.map((colour) => ({ colour })),
      background: colours.map((colour) => ({ colour })),
    },
    { requiredKeys: [] },
  )
  .map((some) => Mark.setFrom(Object.entries(some).map(([name, attrs]) => schema.mark(name, attrs))))

const inline = fc.tuple(
  fc.oneof(
    { weight: 5, arbitrary: words.map((text) => schema.text(text)) },
    { weight: 1, arbitrary: fc.constant(schema.node('hard_break')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('https://a.es/a.png?b&c', 'data:image/png;base64,AA=='),
          fc.option(
            words.map((text) => `x${text}`),
            { nil: null },
          ),
          fc.constantFrom(null, ...photoSizes),
          fc.constantFrom(null, 'La abuela', 'a "b" <i>c</i> & d', '&quot; src="x"'),
        )
        .map(([src, alt, size, caption]) => schema.node('image', { src, alt, size, caption })),
    },
  ),
  looks,
)
/** A break at its end is one of the screen alone. */
const line = fc
  .array(inline, { maxLength: 5 })
  .map((some) => some.slice(0, some.findLastIndex(([node]) => node.type.name !== 'hard_break') + 1))
  .map((some) => some.map(([node, marks]) => node.mark(marks)))
const align = fc.constantFrom(null, 'center', 'right', 'justify')
const paragraph = fc.tuple(align, line).map(([align, runs]) => schema.node('paragraph', { align }, runs))
const heading = fc
  .tuple(fc.constantFrom(1, 2), align, line)
  .map(([level, align, runs]) => schema.node('heading', { level, align }, runs))
const code = fc
  .array(fc.constantFrom('let a', '\n', '\t', '  ', '<', '&amp;'))
  .map((pieces) => pieces.join(''))
  .map((text) => schema.node('code_block', null, text ? [schema.text(text)] : []))

const { block } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    paragraph,
    heading,
    code,
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((some) => schema.node('blockquote', null, some)),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((some) => schema.node('bullet_list', null, some)),
    fc
      .tuple(fc.constantFrom(1, 2, 999_999), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([start, some]) => schema.node('ordered_list', { start }, some)),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, others]) => schema.node('list_item', null, [first, ...others])),
}))
const letters = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => schema.node('doc', null, blocks))

test(
  'what the editor produces is read back unchanged, byte for byte, whatever the letter',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(letters, (letter) => {
        letter.check()
        const html = editorHtml(letter)
        const answer = readHtml(html)
        expect('content' in answer && writeHtml(answer.content)).toBe(html)
      }),
      { numRuns: 500 },
    )
  },
)

/** As Chromium wrote them from the editor. */
test.each([
  '<p></p>',
  '<p>Querida  Ana: </p><p></p><p> sangrado</p>',
  '<p>uno<br>dos</p><p></p>',
  '<p><strong>a<br>b</strong></p>',
  '<p><strong>a<em>b</em></strong><em>c</em></p>',
  '<h1 style="text-align: center;">T</h1><h2>t</h2><p style="text-align: justify;">x</p>',
  '<p><a href="https://a.es" rel="noopener noreferrer" target="_blank">k<strong>l</strong></a></p>',
  '<p><span style="color: rgb(192, 57, 43);"><span style="background-color: rgb(255, 255, 0);">r</span></span></p>',
  '<ol start="4"><li><p>uno</p><ul><li><p>dos</p></li></ul></li></ol>',
  '<blockquote><h1>q</h1><pre><code>let a = 1;\n\tb\n</code></pre></blockquote>',
  '<p style="text-align: right;"><img src="data:image/png;base64,AA==" alt="&lt;&gt;&amp;&quot;&nbsp;"></p>',
  '<p><img src="data:image/png;base64,AA==" alt="b" data-size="pequena" data-caption="&lt;b&gt; &quot;c&quot;"></p>',
])('%s is read back unchanged', (html) => {
  const answer = readHtml(html)
  expect('content' in answer && writeHtml(answer.content)).toBe(html)
})
