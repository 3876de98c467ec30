import type { Block, Content, Run } from './tree.ts'

function* leaves(content: Content): Generator<Exclude<Block, { items: Block[][] } | { blocks: Block[] }>> {
  for (const block of content) {
    if ('items' in block) for (const item of block.items) yield* leaves(item)
    else if ('blocks' in block) yield* leaves(block.blocks)
    else yield block
  }
}

function textOf(run: Run): string {
  if ('text' in run) return run.text
  return 'break' in run ? '\n' : (run.alt ?? '')
}

/** What a letter says, a line for each paragraph; a picture says its description. */
export const plainText = (content: Content): string =>
  [...leaves(content)]
    .map((leaf) => (leaf.type === 'code' ? leaf.text : leaf.runs.map(textOf).join('')))
    .join('\n')

/** The addresses of the pictures, each once, in reading order. */
export function picturesOf(content: Content): string[] {
  const runs = [...leaves(content)].flatMap((leaf) => (leaf.type === 'code' ? [] : leaf.runs))
  return [...new Set(runs.flatMap((run) => ('picture' in run ? [run.picture] : [])))]
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Nothing to print: no picture, and no text but spaces (design.md#printable). */
export const isEmptyContent = (content: Content): boolean =>
  picturesOf(content).length === 0 && !visible.test(plainText(content))
