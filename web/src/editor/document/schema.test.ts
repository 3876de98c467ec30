import { expect, test } from 'vitest'
import { schema } from './schema.ts'

const letter = (...content: object[]) => ({ type: 'doc', content })
const text = (mark: object) => ({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [mark] }] })
const picture = (attrs: object) => ({ type: 'paragraph', content: [{ type: 'image', attrs }] })

test.each([
  text({ type: 'link', attrs: { href: 'javascript:alert(1)' } }),
  text({ type: 'link', attrs: { href: ' https://a.es' } }),
  text({ type: 'link', attrs: { href: `https://a.es/${'a'.repeat(2000)}` } }),
  text({ type: 'colour', attrs: { colour: 'red' } }),
  text({ type: 'colour', attrs: { colour: '#ABCDEF' } }),
  text({ type: 'background', attrs: { colour: 'url(x)' } }),
  { type: 'heading', attrs: { level: 3 } },
  { type: 'heading', attrs: { level: '1 onclick=x' } },
  { type: 'paragraph', attrs: { align: 'center;position:fixed' } },
  {
    type: 'ordered_list',
    attrs: { start: 0 },
    content: [{ type: 'list_item', content: [{ type: 'paragraph' }] }],
  },
  picture({ src: 'data:image/svg+xml,<svg/onload=1>', alt: null }),
  picture({ src: 'https://a.es/x.png', alt: 7 }),
  picture({ src: 'https://a.es/x.png', size: 'grande' }),
  picture({ src: 'https://a.es/x.png', caption: ' La abuela' }),
  picture({ src: 'https://a.es/x.png', caption: 'La\nabuela' }),
  picture({ src: 'https://a.es/x.png', caption: 'x'.repeat(121) }),
  { type: 'bullet_list', content: [{ type: 'list_item', content: [{ type: 'code_block' }] }] },
])('the editor refuses %j (web facts, 1.5: every attribute has its rule)', (block) => {
  expect(() => schema.nodeFromJSON(letter(block)).check()).toThrow(RangeError)
})

test('a refusal does not quote the letter', () => {
  const secret = text({ type: 'link', attrs: { href: 'javascript:secreto' } })
  expect(() => schema.nodeFromJSON(letter(secret)).check()).not.toThrow(/secreto/)
})

test('every attribute of every node and mark has a rule', () => {
  const { doc, ...nodes } = schema.nodes
  expect(Object.keys(doc.spec.attrs ?? {})).toEqual(['looks'])
  const specs = [...Object.values(nodes), ...Object.values(schema.marks)].map(({ spec }) => spec)
  for (const attribute of specs.flatMap(({ attrs = {} }) => Object.values(attrs)))
    expect(attribute.validate).toBeTypeOf('function')
})
