import type { Block, Content, Run } from '../content/tree.ts'

/** As it is written, and how it is explained. */
export const namePlace = '{nombre}'
const anyPlace = /\{\s*nombre\s*\}/gi
/** More than any letter has: so that no short letter becomes an endless one. */
const mostPlaces = 100

export const asksForName = (text: string): boolean => text.search(anyPlace) >= 0

/**
 * The letter with the recipient's name wherever its text says `{nombre}`, in whatever capitals; the marks stay. What is
 * marked differently within the braces, a link's address, a caption and code are left alone.
 */
export function fillName(content: Content, name: string): Content {
  let left = name ? mostPlaces : 0
  const inText = (text: string) => text.replace(anyPlace, (place) => (left-- > 0 ? name : place))
  const inRun = (run: Run): Run => ('text' in run ? { ...run, text: inText(run.text) } : run)
  function inBlock(block: Block): Block {
    if (block.type === 'code') return block
    if (block.type === 'quote') return { ...block, blocks: block.blocks.map(inBlock) }
    if ('items' in block) return { ...block, items: block.items.map((item) => item.map(inBlock)) }
    return { ...block, runs: block.runs.map(inRun) }
  }
  return content.map(inBlock)
}
