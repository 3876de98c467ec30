import type { PhotoSize } from '@lacre/letter/content/photos.ts'
import type { Block, Content, PictureRun, Run } from '@lacre/letter/content/tree.ts'
import { splitAtPhotos } from './photo-rows.ts'
import { softenCode, softenRuns } from './soften.ts'

/** A picture as the template draws it: its virtual file and its width on paper, in millimetres. */
export type PaperPicture = { file: string; width: number }

type PaperPictureRun = PaperPicture & { alt?: string }
type PaperRun = Exclude<Run, PictureRun> | PaperPictureRun
type PaperPhoto = PaperPictureRun & { size?: PhotoSize; caption?: string; leftwards?: true }
type Written<T extends Block> = T extends { runs: Run[] }
  ? Omit<T, 'runs'> & { runs: PaperRun[]; greedy?: true; leftwards?: true }
  : never

/** `leads`: the row of photos that this heading stands over; `afterPhotos`: none that floats comes later. */
type Beside = { leads?: number; afterPhotos?: true }

/** What `letter.typ` prints: the letter's blocks with pictures resolved and the breaks of long words put in. */
type PaperBlock = Beside & { keep?: true; ending?: PaperPicture[] } & (
    | Written<Block>
    | { type: 'bullet-list' | 'ordered-list'; start?: number; items: PaperBlock[][] }
    | { type: 'quote'; blocks: PaperBlock[] }
    | { type: 'code'; text: string }
    | (PaperPictureRun & { type: 'picture'; align?: string })
    /** `row`: its number among those that may float to the next page; in lists and quotes they stay. */
    | { type: 'photos'; row?: number; align?: string; photos: PaperPhoto[] }
    | { type: 'ending'; align?: string }
  )

/** A farewell is no longer. */
const shortParagraph = 80
/** Above this, the best line breaks cost about 70 ms per kB; greedy ones cost next to nothing. */
const longParagraph = 3000

/**
 * `ending`: what stands under the text, signature and seal, never parted from its last line.
 * @throws when a picture run names no picture: dropping it silently would print another letter than was written.
 */
export function toPaper(
  content: Content,
  pictures: Map<string, PaperPicture>,
  ending: PaperPicture[] = [],
): PaperBlock[] {
  const outermost = new Set(content)
  let rows = 0
  const resolve = ({ picture, alt }: PictureRun): PaperPictureRun => {
    const found = pictures.get(picture)
    if (!found) throw new Error('a picture of the letter has no bytes')
    return { ...found, ...(alt && { alt }) }
  }
  const photo = (run: PictureRun): PaperPhoto => ({
    ...resolve(run),
    ...(run.size && { size: run.size }),
    ...(run.caption && captionOf(run.caption)),
  })

  const convert = (block: Block): PaperBlock[] => {
    switch (block.type) {
      case 'code':
        return [{ type: 'code', text: softenCode(block.text) }]
      case 'quote':
        return [{ type: 'quote', blocks: block.blocks.flatMap(convert) }]
      case 'bullet-list':
      case 'ordered-list':
        return [{ ...block, items: block.items.map((item) => item.flatMap(convert)) }]
    }
    const side = block.align && { align: block.align }
    const pieces = splitAtPhotos(block.runs)
    if (!pieces) return [written(block)]
    return pieces.map((piece) => {
      if (Array.isArray(piece)) return written({ ...block, runs: piece })
      const number = outermost.has(block) && { row: rows++ }
      return { type: 'photos', ...number, ...side, photos: piece.row.map(photo) }
    })
  }

  function written(block: Extract<Block, { runs: Run[] }>): PaperBlock {
    const alone = onlyPicture(block.runs)
    if (alone) return { type: 'picture', ...(block.align && { align: block.align }), ...resolve(alone) }
    const runs = softenRuns(block.runs).map((run) => ('picture' in run ? resolve(run) : run))
    const length = lengthOf(block.runs)
    return {
      ...block,
      runs,
      ...(length > longParagraph && { greedy: true as const }),
      ...(isLeftwards(block.runs) && { leftwards: true as const }),
    }
  }
  const kept = keptTogether(content, ending.length > 0)
  const converted = content.map((block) => {
    const all = convert(block)
    return kept.has(block) ? [...all.slice(0, -1), ...all.slice(-1).map(keep)] : all
  })
  const end = converted.slice(0, endOf(content, ending.length > 0)).flat().length
  const blocks = rows ? besidePhotos(converted.flat(), end) : converted.flat()
  const last = blocks.at(-1)
  if (!ending.length || !last) return blocks
  if (last.type === 'paragraph') return [...blocks.slice(0, -1), { ...last, ending }]
  const align = 'align' in last && last.align ? { align: last.align } : {}
  const afterPhotos = last.type === 'photos' && ({ afterPhotos: true } as const)
  return [...blocks.slice(0, -1), keep(last), { type: 'ending', ...align, ...afterPhotos, ending }]
}

/** Tells headings which photos they stand over, where text goes on after those, and the letter's end that it comes after all. */
function besidePhotos(blocks: PaperBlock[], end: number): PaperBlock[] {
  const result = [...blocks]
  for (const [at, block] of blocks.entries()) {
    if (block.type !== 'photos' || block.row === undefined) continue
    const above = blocks.slice(0, at).findLastIndex(({ type }) => type !== 'heading') + 1
    const goesOn = blocks.slice(at).some(({ type }) => type !== 'photos')
    if (above < at && goesOn) result[above] = { ...result[above]!, leads: block.row }
  }
  const first = Math.max(end, blocks.findLastIndex(({ type }) => type === 'photos') + 1)
  if (result[first]) result[first] = { ...result[first], afterPhotos: true }
  return result
}

/** Headings stay with what follows by themselves; a photo may float. */
const keep = (block: PaperBlock): PaperBlock =>
  block.type === 'heading' || block.type === 'photos' ? block : { ...block, keep: true }

/** Blocks that no page may part from the next: a farewell before its name, empty lines before the signature. */
function keptTogether(content: Content, isSigned: boolean): Set<Block> {
  const end = isSigned ? content.findLastIndex((block) => !isEmpty(block)) : content.length - 1
  const farewell = content[end - 1]
  return new Set([
    ...(farewell && isShort(farewell) ? [farewell] : []),
    ...(isSigned ? content.slice(Math.max(end, 0), -1) : []),
  ])
}

const isShort = (block: Block | undefined) =>
  block?.type === 'paragraph' && lengthOf(block.runs) < shortParagraph && !onlyPicture(block.runs)

/** The block with which the letter's end begins: its farewell, its name, or what is signed. */
function endOf(content: Content, isSigned: boolean): number {
  const last = content.findLastIndex((block) => !isEmpty(block))
  if (isShort(content[last - 1])) return last - 1
  return isSigned || isShort(content[last]) ? last : content.length
}

const isEmpty = (block: Block) =>
  'runs' in block && block.runs.every((run) => 'text' in run && run.text.trim() === '')

function captionOf(text: string) {
  const runs = [{ text }]
  const caption = softenRuns(runs).map((run) => ('text' in run ? run.text : ''))
  return { caption: caption.join(''), alt: text, ...(isLeftwards(runs) && { leftwards: true as const }) }
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
