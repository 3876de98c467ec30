import type { Block } from '../tree.ts'
import { foldLists, type Listed, type Numbered, splitByNumber } from './fold-lists.ts'
import { tidyBlock } from './tidy.ts'

/** Information kept beside blocks and items. */
type Beside = {
  listed: Map<Block, Listed>
  levels: Map<Block[], number>
  numbers: Map<Block[], Numbered>
}

/** Converts read blocks to a letter's. `depth`: surrounding lists and quotes, `counted`: numbered ones. */
export function settle(blocks: Block[], beside: Beside, depth = 0, counted = 0): Block[] {
  const { listed, levels, numbers } = beside
  const folded = foldLists(blocks, listed, levels, depth, numbers)
  return folded.flatMap((block): Block[] => {
    if (block.type === 'ordered-list')
      return splitByNumber(block, numbers, counted).flatMap((part) =>
        Array.isArray(part)
          ? settle(part, beside, depth, counted)
          : [{ ...part, items: part.items.map((item) => settle(item, beside, depth + 1, counted + 1)) }],
      )
    if ('items' in block)
      return [{ ...block, items: block.items.map((item) => settle(item, beside, depth + 1, counted)) }]
    if ('blocks' in block) return [{ ...block, blocks: settle(block.blocks, beside, depth + 1, counted) }]
    return tidyBlock(block)
  })
}
