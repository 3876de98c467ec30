import { Mark, type Node } from 'prosemirror-model'
import type { Block, Marks, Run } from '@lacre/letter/content/tree.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

function marksOf({ link, bold, italic, underline, strike, colour, background }: Marks): readonly Mark[] {
  return Mark.setFrom([
    ...(link === undefined ? [] : [marks.link.create({ href: link })]),
    ...(bold ? [marks.strong.create()] : []),
    ...(italic ? [marks.em.create()] : []),
    ...(underline ? [marks.underline.create()] : []),
    ...(strike ? [marks.strike.create()] : []),
    ...(colour ? [marks.colour.create({ colour })] : []),
    ...(background ? [marks.background.create({ colour: background })] : []),
  ])
}

function inlineNode(run: Run): Node {
  if ('text' in run) return schema.text(run.text, marksOf(run))
  if ('break' in run) return nodes.hard_break.create(null, null, marksOf(run))
  const { picture, alt = null, size = null, caption = null } = run
  return nodes.image.create({ src: picture, alt, size, caption }, null, marksOf(run))
}

/** Converts a block of `@lacre/letter` into an editor node. */
export function blockNode(block: Block): Node {
  if (block.type === 'code') return nodes.code_block.create(null, block.text ? schema.text(block.text) : null)
  if (block.type === 'quote') return nodes.blockquote.create(null, block.blocks.map(blockNode))
  if ('items' in block) {
    const items = block.items.map((item) => nodes.list_item.create(null, item.map(blockNode)))
    return block.type === 'bullet-list'
      ? nodes.bullet_list.create(null, items)
      : nodes.ordered_list.create({ start: block.start ?? 1 }, items)
  }
  const align = block.align ?? null
  const inline = block.runs.map(inlineNode)
  return block.type === 'paragraph'
    ? nodes.paragraph.create({ align }, inline)
    : nodes.heading.create({ level: block.level, align }, inline)
}
