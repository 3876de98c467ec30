import type { Block, Content, PictureRun, Run } from '@lacre/letter/content/tree.ts'
import { softenCode, softenRuns } from './soften.ts'

/** A picture as the template draws it: its virtual file and its width on paper, in millimetres. */
export type PaperPicture = { file: string; width: number }

type PaperRun = Exclude<Run, PictureRun> | (PaperPicture & { alt?: string })
type Written<T extends Block> = T extends { runs: Run[] }
  ? Omit<T, 'runs'> & { runs: PaperRun[]; greedy?: true; keep?: true; leftwards?: true }
  : never

/** What `letter.typ` prints: the letter's blocks with pictures resolved and the breaks of long words put in. */
type PaperBlock =
  | Written<Block>
  | { type: 'bullet-list' | 'ordered-list'; start?: number; items: PaperBlock[][] }
  | { type: 'quote'; blocks: PaperBlock[] }
  | { type: 'code'; text: string }
  | (PaperPicture & { type: 'picture'; align?: string; alt?: string })

/** A farewell is no longer. */
const shortParagraph = 80
/** Above this, the best line breaks cost about 70 ms per kB; greedy ones cost next to nothing. */
const longParagraph = 3000

/** @throws when a picture run names no picture: dropping it silently would print another letter than was written. */
export function toPaper(content: Content, pictures: Map<string, PaperPicture>): PaperBlock[] {
  const resolve = ({ picture, alt }: PictureRun) => {
    const found = pictures.get(picture)
    if (!found) throw new Error('a picture of the letter has no bytes')
    return { ...found, ...(alt && { alt }) }
  }

  const convert = (block: Block): PaperBlock => {
    switch (block.type) {
      case 'code':
        return { type: 'code', text: softenCode(block.text) }
      case 'quote':
        return { type: 'quote', blocks: block.blocks.map(convert) }
      case 'bullet-list':
      case 'ordered-list':
        return { ...block, items: block.items.map((item) => item.map(convert)) }
    }
    const alone = onlyPicture(block.runs)
    if (alone) return { type: 'picture', ...(block.align && { align: block.align }), ...resolve(alone) }
    const runs = softenRuns(block.runs).map((run) => ('picture' in run ? resolve(run) : run))
    const length = lengthOf(block.runs)
    return {
      ...block,
      runs,
      ...(length > longParagraph && { greedy: true as const }),
      ...(isLeftwards(block.runs) && { leftwards: true as const }),
      ...(length < shortParagraph && block === content.at(-2) && { keep: true as const }),
    }
  }
  return content.map(convert)
}

/** A picture with a paragraph to itself stands as a block of its own, on the side where the paragraph stood. */
function onlyPicture(runs: Run[]): PictureRun | undefined {
  const visible = runs.filter((run) => 'picture' in run || ('text' in run && run.text.trim() !== ''))
  const [first] = visible
  return visible.length === 1 && first && 'picture' in first ? first : undefined
}

const leftwards = /^[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
/** Its first letter decides which way a paragraph runs. */
function isLeftwards(runs: Run[]): boolean {
  const first = runs.map((run) => ('text' in run ? /\p{L}/u.exec(run.text)?.[0] : undefined)).find(Boolean)
  return first !== undefined && leftwards.test(first)
}

const lengthOf = (runs: Run[]) => runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 0), 0)
