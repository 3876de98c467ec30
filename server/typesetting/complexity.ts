import type { Block, Content } from '@lacre/letter/content/tree.ts'

/** Typst gives up at about 25 nested lists or 16 nested quotes, and its work grows steeply before that. */
const deepest = 8
const mostNodes = 20_000
const mostText = 100_000

/** The reader of letters has the same caps; this door does not rely on it. Not recursive: the tree may be anything. */
export function isTooComplex(content: Content): boolean {
  const ahead: [blocks: Block[], depth: number][] = [[content, 0]]
  let [nodes, text] = [0, 0]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [blocks, depth] = next
    nodes += blocks.length
    if (depth > deepest || nodes > mostNodes || text > mostText) return true
    for (const block of blocks) {
      if ('runs' in block) {
        nodes += block.runs.length
        for (const run of block.runs) if ('text' in run) text += run.text.length
      } else if (block.type === 'code') text += block.text.length
      else if (block.type === 'quote') ahead.push([block.blocks, depth + 1])
      else for (const item of block.items) ahead.push([item, depth + 1])
    }
  }
  return nodes > mostNodes || text > mostText
}
