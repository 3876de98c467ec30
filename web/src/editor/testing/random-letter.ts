import fc from 'fast-check'
import type { Mark, Node } from 'prosemirror-model'
import { isInk } from '@lacre/letter/content/reading/styles.ts'
import { photoSizes } from '@lacre/letter/content/tree.ts'
import { schema } from '../document/schema.ts'

const { nodes, marks } = schema
const maxNesting = 3

const words = fc
  .array(
    fc.constantFrom('a', 'ñ', ' ', '  ', ' 5\u00a0€ ', '<', '&', '>', '"', "'", '&amp;', '👵🏽', 'hola', '−'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''))
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => ({ colour: `#${value.toString(16).padStart(6, '0')}` as const }))
const href = fc.constantFrom('https://a.es/?a=1&b="2"', 'mailto:a@b.es', 'tel:+34600', 'about:blank', 'a/b')

const someMarks: fc.Arbitrary<readonly Mark[]> = fc
  .record(
    {
      link: href.map((address) => marks.link.create({ href: address })),
      strong: fc.constant(marks.strong.create()),
      em: fc.constant(marks.em.create()),
      underline: fc.constant(marks.underline.create()),
      strike: fc.constant(marks.strike.create()),
      colour: colour
        .filter((words) => !isInk(words.colour))
        .map((attributes) => marks.colour.create(attributes)),
      background: colour.map((attributes) => marks.background.create(attributes)),
    },
    { requiredKeys: [] },
  )
  .map((chosen) => Object.values(chosen).reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []))

const picture = fc.record({
  src: fc.constantFrom('data:image/png;base64,AA==', 'https://a.es/x.png?a=1&b=2'),
  alt: fc.constantFrom(null, '', 'a "b" > c'),
  size: fc.constantFrom(null, ...photoSizes),
  caption: fc.constantFrom(null, 'La abuela', 'a "b" <i>c</i> & d', '&quot; src="x"'),
})
const inline: fc.Arbitrary<Node> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(words, someMarks).map(([text, set]) => schema.text(text, set)) },
  { weight: 1, arbitrary: someMarks.map((set) => nodes.hard_break.create(null, null, set)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(picture, someMarks)
      .map(([attributes, set]) => nodes.image.create(attributes, null, set)),
  },
)
/** A trailing break exists only on screen. */
const line = fc
  .array(inline, { maxLength: 5 })
  .map((some) => some.slice(0, some.findLastIndex(({ type }) => type !== nodes.hard_break) + 1))
const align = fc.constantFrom(null, 'center', 'right', 'justify')
const paragraph = fc.tuple(align, line).map(([to, runs]) => nodes.paragraph.create({ align: to }, runs))
const heading = fc
  .tuple(fc.constantFrom(1, 2), align, line)
  .map(([level, to, runs]) => nodes.heading.create({ level, align: to }, runs))
const code = fc
  .array(fc.constantFrom('let a = 1', '\n', '  ', '<b>', '&', '\t', 'x'), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .map((text) => nodes.code_block.create(null, text ? schema.text(text) : null))

function block(nesting: number): fc.Arbitrary<Node> {
  const flat = fc.oneof(paragraph, heading, code)
  if (nesting === 0) return flat
  const inner = fc.array(block(nesting - 1), { minLength: 1, maxLength: 2 })
  const item = fc
    .tuple(paragraph, fc.array(block(nesting - 1), { maxLength: 1 }))
    .map(([first, rest]) => nodes.list_item.create(null, [first, ...rest]))
  const items = fc.array(item, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: flat },
    { weight: 1, arbitrary: inner.map((blocks) => nodes.blockquote.create(null, blocks)) },
    { weight: 1, arbitrary: items.map((list) => nodes.bullet_list.create(null, list)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(1, 7, 999_999), items)
        .map(([start, list]) => nodes.ordered_list.create({ start }, list)),
    },
  )
}

/** A random letter of the schema, up to three levels deep. */
export const randomLetter: fc.Arbitrary<Node> = fc
  .array(block(maxNesting), { minLength: 1, maxLength: 4 })
  .map((blocks) => nodes.doc.create(null, blocks))
