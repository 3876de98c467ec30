import { maxNested, maxParts } from '../limits.ts'
import type { Listed, Numbered } from './fold-lists.ts'
import { raise, type Raised } from './foreign.ts'
import { settle } from './settle.ts'
import { isBlank, joinRow, type Span, spreadCells } from './tidy.ts'
import {
  type Align,
  type Block,
  cleanText,
  type Content,
  type Marks,
  type PictureRun,
  type Run,
} from '../tree.ts'

export type Excess = 'too-deep' | 'too-many-parts' | 'too-long' | 'too-much-markup'

/** Thrown inside the parser's callbacks to stop reading; `readHtml` catches it. */
export class TooMuch extends Error {
  readonly excess: Excess
  constructor(excess: Excess) {
    super(excess)
    this.excess = excess
  }
}

type Frame =
  | { is: 'box'; into: Block[] }
  | { is: 'list'; items: Block[][]; counting: Numbered }
  /** Cells by row; rows of the foot come last. */
  | { is: 'table'; rows: Block[][][]; foot: Block[][][] }
type Nest = Extract<Block, { type: 'bullet-list' | 'ordered-list' | 'quote' }>
type Written = Extract<Block, { type: 'paragraph' | 'heading' }>

/**
 * Builds the tree while reading: it knows where the next word or block belongs. `isPasted`: spaces in paragraphs are
 * HTML layout. `onReference`: called for each dropped reference mark.
 */
export function growTree(isPasted: boolean, onReference: () => void) {
  const content: Content = []
  const frames: Frame[] = []
  const listed = new Map<Block, Listed>()
  const levels = new Map<Block[], number>()
  const numbers = new Map<Block[], Numbered>()
  const spans = new Map<Block[], Span>()
  let here: Frame = { is: 'box', into: content }
  let line: ReturnType<typeof growLine> | undefined
  let parts = 0
  let nested = 0

  function count() {
    if (++parts > maxParts) throw new TooMuch('too-many-parts')
  }
  function emptyParagraph(): Block {
    count()
    return { type: 'paragraph', runs: [] }
  }
  function enter(frame: Frame) {
    frames.push(here)
    here = frame
  }
  function leave() {
    here = frames.pop() ?? here
  }
  function finish() {
    line?.end()
    line = undefined
  }

  /** Adds an item, whose first block must be a paragraph. */
  function addItem(items: Block[][], block: Block) {
    const isList = block.type === 'bullet-list' || block.type === 'ordered-list'
    const last = items.at(-1)
    // Some programs write a nested list beside its item instead of in it.
    if (isList && last) last.push(block)
    else items.push(block.type === 'paragraph' ? [block] : [emptyParagraph(), block])
  }
  function add(block: Block) {
    finish()
    count()
    if (here.is === 'list') addItem(here.items, block)
    else if (here.is === 'table') here.rows.push([[block]])
    else here.into.push(block)
  }
  const lineHere = ({ align }: Look) => {
    if (line) return line
    const block: Written = { type: 'paragraph', ...(align && { align }), runs: [] }
    add(block)
    return (line = growLine(block.runs, false, count, onReference))
  }

  return {
    finish,
    settled(): Content {
      finish()
      const settled = settle(content, { listed, levels, numbers })
      return isPasted ? settled.slice(0, settled.findLastIndex((block) => !isBlank(block)) + 1) : settled
    },
    write(block: Written, align: Align | undefined, item?: Listed) {
      if (align) block.align = align
      if (item) listed.set(block, item)
      add(block)
      line = growLine(block.runs, !isPasted, count, onReference)
    },
    /** Returns the function that closes it. Empty lists and quotes are removed. */
    nest(block: Nest, counting: Numbered = {}) {
      if (++nested > maxNested) throw new TooMuch('too-deep')
      add(block)
      const frame: Frame =
        block.type === 'quote'
          ? { is: 'box', into: block.blocks }
          : { is: 'list', items: block.items, counting }
      const home =
        here.is === 'list' ? here.items.at(-1) : here.is === 'table' ? here.rows.at(-1)?.at(-1) : here.into
      enter(frame)
      return () => {
        finish()
        leave()
        nested--
        if ((frame.is === 'box' ? frame.into : frame.items).length === 0) home?.pop()
      }
    },
    /** Rows become lines; short cells are joined. `onJoined`: called when a row had more than one cell. */
    table(onJoined: () => void) {
      finish()
      const table: Frame = { is: 'table', rows: [], foot: [] }
      enter(table)
      return () => {
        finish()
        leave()
        const rows = spreadCells([...table.rows, ...table.foot], spans)
        const isData = rows.some((row) => row.filter(({ blocks }) => blocks.length).length > 1)
        for (const row of rows) {
          const joined = joinRow(row, listed, isData)
          if (joined.isJoined) onJoined()
          for (let added = 0; added < joined.added; added++) count()
          for (const block of joined.blocks) add(block)
        }
        finish()
      }
    },
    foot() {
      finish()
      const table = here
      if (table.is !== 'table') return undefined
      const { rows } = table
      table.rows = table.foot
      return () => {
        finish()
        table.rows = rows
      }
    },
    row() {
      finish()
      if (here.is === 'table') here.rows.push([])
    },
    /** `undefined` outside tables. */
    cell(columns: number, rows: number) {
      finish()
      if (here.is !== 'table') return undefined
      const cell: Block[] = []
      if (columns * rows > 1) spans.set(cell, { columns, rows })
      const row = here.rows.at(-1)
      if (row) row.push(cell)
      else here.rows.push([cell])
      enter({ is: 'box', into: cell })
      return () => {
        finish()
        leave()
      }
    },
    /** An item of the current list; `undefined` outside lists. `level`: given separately by some lists. */
    item(level: number | undefined, own: Numbered) {
      finish()
      if (here.is !== 'list') return undefined
      count()
      const item: Block[] = []
      if (level) levels.set(item, level)
      const { value, ...counting } = here.counting
      numbers.set(item, { ...counting, ...(value !== undefined && !here.items.length && { value }), ...own })
      here.items.push(item)
      enter({ is: 'box', into: item })
      return () => {
        finish()
        leave()
        if (item[0]?.type !== 'paragraph') item.unshift(emptyParagraph())
      }
    },
    code() {
      const block = { type: 'code' as const, text: '' }
      add(block)
      return block
    },
    text(raw: string, look: Look) {
      const text = cleanText(raw)
      if (line ?? /[^ \t\n]/.test(text)) lineHere(look).text(text, look)
    },
    isInLine: () => line !== undefined,
    lineBreak: (look: Look) => lineHere(look).lineBreak(look),
    picture: (picture: PictureRun, look: Look) => lineHere(look).picture(picture, look),
  }
}

/** `key` is equal for equal marks. `align`: of what begins here; `keepsLines`: line feeds count. */
export type Look = {
  marks: Marks
  key: string
  align?: Align
  keepsLines?: boolean
  raised?: Raised | undefined
  letterCase?: string
  /** A symbol font. */
  font?: string
}

/**
 * Fills the runs of one paragraph. In a written one (`<p>`, `<h1>`) spaces count, as in the editor, and only white
 * space around a line feed is layout; elsewhere white space counts once, and not at the ends.
 */
function growLine(runs: Run[], isWritten: boolean, count: () => void, onReference: () => void) {
  /** A space to add before the next word, with its marks. */
  let gap: Look | undefined
  let isSpaced = true
  let lastKey: string | undefined
  /** Complete when the raised text ends. */
  let raised: { text: string; way: Raised; look: Look } | undefined

  function put(text: string, { marks, key }: Look) {
    const last = runs.at(-1)
    isSpaced = text.endsWith(' ')
    if (last && 'text' in last && lastKey === key) {
      last.text += text
      return
    }
    count()
    runs.push({ text, ...marks })
    lastKey = key
  }

  function fillGap() {
    if (gap && !isSpaced) put(' ', gap)
    gap = undefined
  }

  return {
    text(text: string, look: Look) {
      if (look.raised !== raised?.way) this.end()
      if (look.raised) {
        raised ??= { text: '', way: look.raised, look: { ...look, raised: undefined } }
        raised.text += text
        return
      }
      if (look.keepsLines) {
        for (const [at, words] of text.split('\n').entries()) {
          if (at > 0) this.lineBreak(look)
          if (words === '') continue
          fillGap()
          put(words.replaceAll('\t', ' '), look)
        }
        return
      }
      const isLayout = (space: string) => !isWritten || space.includes('\n')
      const pieces = text
        .replace(/[ \t\n]+/g, (space) => (isLayout(space) ? '\n' : space))
        .replace(/\t/g, ' ')
        .split('\n')
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) gap ??= look
        const words = gap ? piece.replace(/^ +/, '') : piece
        if (words === '') continue
        fillGap()
        put(words, look)
      }
    },
    end() {
      if (!raised) return
      const { text, way, look } = raised
      raised = undefined
      const last = runs.at(-1)
      const said = raise(text, way, !gap && last && 'text' in last ? last.text.slice(-2) : '')
      if (text.trim() && !said.trim()) onReference()
      this.text(said, look)
    },
    lineBreak({ marks }: Look) {
      this.end()
      count()
      runs.push({ break: true, ...marks })
      gap = undefined
      isSpaced = true
    },
    picture(picture: PictureRun, { marks }: Look) {
      this.end()
      fillGap()
      count()
      runs.push({ ...picture, ...marks })
      isSpaced = false
    },
  }
}
