import { maxNested, maxParts, maxText } from '@lacre/letter/content/limits.ts'
import { isPhoto, type Block, type Content } from '@lacre/letter/content/tree.ts'

/** What setting a photo costs, measured in parts: frame and caption, and where it stands. */
const partsOfPhoto = 50

/** The reader counts the same, but not photos: 3,000 of one picture would take a child all its time. Not recursive: a tree may be of any depth. */
export function isTooComplex(content: Content): boolean {
  const ahead: [blocks: Block[], depth: number][] = [[content, 0]]
  let [nodes, text] = [0, 0]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [blocks, depth] = next
    nodes += blocks.length
    if (depth > maxNested || nodes > maxParts || text > maxText) return true
    for (const block of blocks) {
      if ('runs' in block) {
        for (const run of block.runs) {
          nodes += isPhoto(run) ? partsOfPhoto : 1
          text += ('text' in run ? run.text : 'picture' in run ? (run.caption ?? '') : '').length
        }
      } else if (block.type === 'code') text += block.text.length
      else if (block.type === 'quote') ahead.push([block.blocks, depth + 1])
      else for (const item of block.items) ahead.push([item, depth + 1])
    }
  }
  return nodes > maxParts || text > maxText
}
