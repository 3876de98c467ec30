import { maxNested, maxParts } from '../limits.ts'
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

/** Ends the reading from inside the parser's callbacks; `readHtml` turns it into its answer. */
export class TooMuch extends Error {
  readonly excess: Excess
  constructor(excess: Excess) {
    super(excess)
    this.excess = excess
  }
}

type Frame = { is: 'box'; into: Block[] } | { is: 'list'; items: Block[][] }
type Nest = Extract<Block, { type: 'bullet-list' | 'ordered-list' | 'quote' }>
type Written = Extract<Block, { type: 'paragraph' | 'heading' }>

/** The tree of a letter while it is read: it always knows where the next word or block belongs. */
export function growTree() {
  const content: Content = []
  const frames: Frame[] = []
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
    line = undefined
  }

  /** An item of its own, whose first block must be a paragraph. */
  function addItem(items: Block[][], block: Block) {
    const isList = block.type === 'bullet-list' || block.type === 'ordered-list'
    const last = items.at(-1)
    // Some programs write a list inside a list beside its item instead of in it.
    if (isList && last) last.push(block)
    else items.push(block.type === 'paragraph' ? [block] : [emptyParagraph(), block])
  }
  function add(block: Block) {
    finish()
    count()
    if (here.is === 'list') addItem(here.items, block)
    else here.into.push(block)
  }

  const lineHere = () => {
    if (line) return line
    const block: Written = { type: 'paragraph', runs: [] }
    add(block)
    return (line = growLine(block.runs, false, count))
  }

  return {
    content,
    finish,
    write(block: Written, align: Align | undefined) {
      if (align) block.align = align
      add(block)
      line = growLine(block.runs, true, count)
    },
    /** Returns what closes it again. An empty list or quote does not stay. */
    nest(block: Nest) {
      if (++nested > maxNested) throw new TooMuch('too-deep')
      add(block)
      const frame: Frame =
        block.type === 'quote' ? { is: 'box', into: block.blocks } : { is: 'list', items: block.items }
      const home = here.is === 'list' ? here.items.at(-1) : here.into
      enter(frame)
      return () => {
        finish()
        leave()
        nested--
        if ((frame.is === 'box' ? frame.into : frame.items).length === 0) home?.pop()
      }
    },
    /** An item of the list we are in; `undefined` outside of lists. */
    item() {
      finish()
      if (here.is !== 'list') return undefined
      count()
      const item: Block[] = []
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
      if (line ?? /[^ \t\n]/.test(text)) lineHere().text(text, look)
    },
    lineBreak: (look: Look) => lineHere().lineBreak(look),
    picture: (picture: PictureRun, look: Look) => lineHere().picture(picture, look),
  }
}

/** `key` is the same for the same marks. */
export type Look = { marks: Marks; key: string }

/**
 * Fills the runs of one paragraph. In a written one (`<p>`, `<h1>`) runs of spaces are meant, as the editor means
 * them, and only white space around a line feed is layout of the markup; in text that merely stands somewhere all
 * white space counts once, and none at the ends.
 */
function growLine(runs: Run[], isWritten: boolean, count: () => void) {
  /** A space that is due before the next word, in the look it was seen in. */
  let gap: Look | undefined
  let isSpaced = true
  let lastKey: string | undefined

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
    lineBreak({ marks }: Look) {
      count()
      runs.push({ break: true, ...marks })
      gap = undefined
      isSpaced = true
    },
    picture(picture: PictureRun, { marks }: Look) {
      fillGap()
      count()
      runs.push({ ...picture, ...marks })
      isSpaced = false
    },
  }
}
