import type { Block, Content } from './tree.ts'

/** The same letter with another address, or a name, in place of each picture's. */
export function renamePictures(content: Content, rename: (address: string) => string): Content {
  return content.map((block): Block => {
    if (block.type === 'code') return block
    if (block.type === 'quote') return { ...block, blocks: renamePictures(block.blocks, rename) }
    if ('items' in block) return { ...block, items: block.items.map((item) => renamePictures(item, rename)) }
    const runs = block.runs.map((run) => ('picture' in run ? { ...run, picture: rename(run.picture) } : run))
    return { ...block, runs }
  })
}
