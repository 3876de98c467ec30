import { maxStart, maxText } from '../limits.ts'
import { cleanAddress, isSafePicture, safeLink } from '../links.ts'
import {
  captionFrom,
  cleanText,
  type Content,
  type Marks,
  type PictureRun,
  ruleOfStars,
  sizeFrom,
} from '../tree.ts'
import type { Listed, Numbered } from './fold-lists.ts'
import {
  boxOf,
  emojiOf,
  isBlock,
  isHidden,
  isRevision,
  isTracker,
  keepsLines,
  letterCase,
  raisedIn,
  readSheet,
  type Sheet,
  styleOf,
} from './foreign.ts'
import { createFormula } from './formula.ts'
import { growTree, type Look, TooMuch } from './grow-tree.ts'
import { signFont, signsFor } from './signs-of-fonts.ts'
import {
  alignIn,
  colourOf,
  isInk,
  isLight,
  isMarker,
  isPale,
  markerColour,
  marksIn,
  paintsInk,
} from './styles.ts'

type Attributes = Record<string, string>
type Css = Map<string, string>
/** `hears`: takes the text that does not go into the letter. */
type Open = { look: Look; undo?: (() => void) | undefined; hears?: ((text: string) => void) | undefined }

/** What was left out because a letter cannot have it. */
export type Loss = 'table' | 'picture' | 'drawing' | 'revision' | 'reference'

const withMarks = (look: Look, marks: Marks): Look => ({
  ...look,
  marks,
  key: Object.entries(marks)
    .map(([mark, value]) => `${mark} ${value}`)
    .toSorted()
    .join('\n'),
})
const plain: Look = { marks: {}, key: '' }

/** The editor's own markup of a chosen colour. */
const isChosen = (tag: string, { style = '' }: Attributes) =>
  tag === 'span' && /^[^;:]*:[^;:]*;?\s*$/.test(style)

/** Keeps colours readable on white paper; drops page backgrounds. */
function readable({ colour, background, ...others }: Marks, tag: string, css: Css): Marks {
  const marks: Marks = others
  if (colour && !isPale(colour)) marks.colour = colour
  // Browsers copy a page's background onto the words, among computed styles.
  const isGround = boundaries.has(tag) || blocks.has(tag) || css.has('display') || css.has('float')
  if (background && !isGround && isMarker(background)) marks.background = background
  return marks
}

function lookIn(tag: string, said: Attributes, css: Css, outer: Look, isPasted: boolean): Look {
  const isTracked = tag === 'ins' && (said.cite !== undefined || said.datetime !== undefined)
  const styled: Marks = marksIn(css)
  const fontColour = tag === 'font' ? colourOf(said.color ?? '') : undefined
  if (fontColour && !isInk(fontColour)) styled.colour ??= fontColour
  const seen = isPasted || !isChosen(tag, said) ? readable(styled, tag, css) : styled
  const own: Marks = { ...(isTracked ? {} : tagMarks.get(tag)), ...seen }
  // An anchor inside the source page is no link on paper.
  if (tag === 'a' && said.href !== undefined && !said.href.startsWith('#')) own.link = safeLink(said.href)
  if (isPasted && (own.link ?? outer.marks.link)) {
    delete own.colour
    delete own.underline
  }
  const off = switchedOff(css)
  for (const mark of off) delete own[mark]
  const under = off.some((mark) => outer.marks[mark]) ? withMarks(outer, without(outer.marks, off)) : outer
  const look = Object.keys(own).length === 0 ? under : withMarks(under, { ...under.marks, ...own })
  const align = tag === 'center' ? 'center' : alignIn(css, tag === 'img' ? '' : said.align)
  const lines = tag === 'textarea' || keepsLines(css)
  const raised = raisedIn(tag, said, css)
  const transform = css.get('text-transform')
  const family =
    css.get('mso-symbol-font-family') ?? css.get('font-family') ?? (tag === 'font' ? said.face : undefined)
  if (!align && lines === undefined && !raised && !transform && family === undefined) return look
  const { align: outerAlign, raised: outerRaised, ...rest } = look
  const side = align ?? outerAlign
  const way = raised ?? outerRaised
  return {
    ...rest,
    ...(side && side !== 'left' && { align: side }),
    ...(way && way !== 'no' && { raised: way }),
    ...(transform && { letterCase: transform }),
    ...(family !== undefined && { font: signFont(family) }),
    keepsLines: lines ?? look.keepsLines ?? false,
  }
}

type Switched = 'bold' | 'italic' | 'colour'
function switchedOff(css: Css): Switched[] {
  return [
    ...(isLight(css.get('font-weight') ?? '') ? ['bold' as const] : []),
    ...(css.get('font-style') === 'normal' ? ['italic' as const] : []),
    ...(paintsInk(css) ? ['colour' as const] : []),
  ]
}
function without(marks: Marks, off: Switched[]): Marks {
  const others = { ...marks }
  for (const mark of off) delete others[mark]
  return others
}

const wholeNumber = (text: string | undefined) => (/^-?\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)
function startOf({ start }: Attributes): { start?: number } {
  const value = wholeNumber(start) ?? 1
  return value > 1 && value <= maxStart ? { start: value } : {}
}
/** How a copied list was numbered. */
function countingIn(said: Attributes, css: Css): Numbered {
  const first = wholeNumber(said.start)
  const [, side, kind] = /^(lower|upper)-(alpha|latin|roman)$/.exec(css.get('list-style-type') ?? '') ?? []
  const counting = kind && (kind === 'roman' ? 'i' : 'a')
  const [style] = /^[1aAiI]$/.exec(said.type ?? '') ?? [side === 'upper' ? counting?.toUpperCase() : counting]
  return {
    ...(style && { style }),
    ...(first !== undefined && first < 1 && { value: first }),
    ...(said.reversed !== undefined && { isReversed: true }),
  }
}

const points: Record<string, number> = {
  __proto__: null as never,
  pt: 1,
  px: 0.75,
  cm: 28.35,
  mm: 2.835,
  in: 72,
  pc: 12,
  em: 12,
}
function indentIn(css: Css): number {
  const said = css.get('margin-left') ?? css.get('margin')?.split(/\s+/)[3] ?? ''
  const [, number = '', unit = ''] = /^([\d.]{1,8})([a-z]{2})$/.exec(said) ?? []
  return Number(number) * (points[unit] ?? 0)
}
/** A list item by Word or Outlook: a paragraph with its marker in front. */
function listedIn({ class: name = '' }: Attributes, css: Css): Listed | undefined {
  const [, id, level] = /^(l\d{1,6}) level(\d)/.exec(css.get('mso-list') ?? '') ?? []
  if (id) return { level: Number(level) || 1, id, isCertain: true }
  return /\bMsoListParagraph/i.test(name) ? { level: Math.max(Math.round(indentIn(css) / 36), 1) } : undefined
}

/** The level of a separately levelled item: Word on the web counts from 1, Slack from 0. */
const levelIn = (said: Attributes) =>
  Number(said['data-aria-level']) || Number(said['data-stringify-indent'] ?? NaN) + 1 || undefined

/** Gives tags and text their meaning in a letter. The server feeds its parser's events, the editor the browser's. */
export function createReader(isPasted = false) {
  const open: Open[] = []
  const sheet: Sheet = new Map()
  const losses = new Set<Loss>()
  const tree = growTree(isPasted, () => losses.add('reference'))
  let length = 0
  /** The current code block. A line feed right after `<pre>` is layout, as in HTML. */
  let code: { text: string } | undefined
  let isCodeFresh = false
  let item: Listed | undefined
  let formula: ReturnType<typeof createFormula> | undefined
  /** Pages contain a formula twice: for the eye and for screen readers. */
  let isAfterFormula = false
  /** Put before the next words. */
  let box = ''

  function countText(text: string) {
    length += text.length
    if (length > maxText) throw new TooMuch('too-long')
  }
  function openCode() {
    code = tree.code()
    isCodeFresh = true
    return () => {
      if (code) code.text = cleanText(code.text)
      code = undefined
    }
  }

  function openFormula(look: Look) {
    const here = (formula = createFormula())
    return () => {
      formula = undefined
      const text = here.read()
      addText(text, look)
      isAfterFormula = text.trim() !== ''
    }
  }

  function addPicture(said: Attributes, css: Css, look: Look) {
    const sign = emojiOf(said)
    if (sign !== undefined) return addText(sign, look)
    // A task's box is drawn, and already read from its item.
    if (isTracker(said, css) || said['aria-roledescription'] !== undefined) return
    const { alt, 'data-src': later = '' } = said
    // Lazy loading: an empty picture stands in for the real one.
    const address = said.src?.startsWith('data:') && later.startsWith('http') ? later : (said.src ?? '')
    // The editor converts pasted pictures to png or jpeg, whatever their type; other callers do not.
    const src = isPasted ? address.replace(/^data:image\/(?!svg)[^;,]*/i, 'data:image/png') : address
    const size = sizeFrom(said['data-size'])
    const caption = captionFrom(said['data-caption'])
    countText((alt === undefined ? '' : cleanText(alt)) + (caption ?? ''))
    if (!isSafePicture(src)) return void losses.add('picture')
    const picture: PictureRun = {
      picture: cleanAddress(src),
      ...(alt !== undefined && { alt: cleanText(alt) }),
      ...(size && { size }),
      ...(caption && { caption }),
    }
    tree.picture(picture, look)
  }
  function addText(written: string, look: Look) {
    const text = letterCase(signsFor(written, look.font), look.letterCase)
    countText(text)
    if (text.trim()) isAfterFormula = false
    if (code) {
      code.text += isCodeFresh ? text.replace(/^\r?\n/, '') : text
      isCodeFresh = false
      return
    }
    if (box && text.trim()) {
      tree.text(box, { ...look, raised: undefined })
      box = ''
    }
    tree.text(text, look)
  }

  /** Opens what the tag means; returns what its end must undo. */
  function begin(tag: string, said: Attributes, css: Css, look: Look): (() => void) | undefined {
    const level = headingLevels.get(tag)
    if (tag === 'p' || level) {
      const block = level
        ? { type: 'heading' as const, level, runs: [] }
        : { type: 'paragraph' as const, runs: [] }
      item = level ? undefined : listedIn(said, css)
      tree.write(block, look.align, item)
      return tree.finish
    }
    if (tag === 'ul') return tree.nest({ type: 'bullet-list', items: [] })
    if (tag === 'ol')
      return tree.nest({ type: 'ordered-list', ...startOf(said), items: [] }, countingIn(said, css))
    if (tag === 'blockquote') return tree.nest({ type: 'quote', blocks: [] })
    if (tag === 'q') {
      addText('«', look)
      return () => addText('»', look)
    }
    if (formulas.has(tag)) return openFormula(look)
    if (tag === 'hr' && said.width !== footnoteRule) {
      tree.write(ruleOfStars(), 'center')
      return tree.finish
    }
    box = boxOf(tag, said) ?? box
    if (tag === 'li') {
      const value = wholeNumber(said.value)
      const own = { ...countingIn({ type: said.type ?? '' }, css), ...(value !== undefined && { value }) }
      return tree.item(levelIn(said), own) ?? tree.finish
    }
    if (tag === 'input' && typed.test(said.type ?? '')) addText(said.value ?? '', look)
    if (tag === 'pre') return openCode()
    if (tag === 'table') return tree.table(() => losses.add('table'))
    if (tag === 'tfoot') return tree.foot() ?? tree.finish
    if (tag === 'tr') tree.row()
    if (tag === 'td' || tag === 'th')
      return tree.cell(spanIn(said.colspan), spanIn(said.rowspan)) ?? tree.finish
    // Word's between blocks, or the end of a selection.
    const isLayout = said.clear !== undefined && !tree.isInLine()
    if (tag === 'br' && !isLayout && said.class !== 'Apple-interchange-newline') tree.lineBreak(look)
    if (tag === 'img') addPicture(said, css, look)
    if (!boundaries.has(tag) && !isBlock(tag, css)) return undefined
    tree.finish()
    return tree.finish
  }

  const hearNothing = () => undefined
  function hearing(tag: string, said: Attributes, css: Css): Open['hears'] {
    const outer = open.at(-1)?.hears
    if (outer) return outer
    if (tag === 'style') return (text) => readSheet(text, sheet)
    if (dropped.has(tag)) {
      if (drawn.has(tag)) losses.add('drawing')
      return hearNothing
    }
    if (isRevision(tag, said, css)) {
      losses.add('revision')
      return hearNothing
    }
    if (said.class === 'katex-html') {
      if (!isAfterFormula) losses.add('drawing')
      return hearNothing
    }
    if (isHidden(tag, said, css) || (isAfterFormula && heard.test(said.class ?? tag))) return hearNothing
    if (css.get('mso-list') !== 'ignore' || !item) return undefined
    const marked = item
    return (text) =>
      void (marked.marker = (marked.marker ?? '') + text.slice(0, 100).replaceAll('\u00a0', ' '))
  }

  return {
    open(tag: string, said: Attributes) {
      const outer = open.at(-1)?.look ?? plain
      const css = styleOf(tag, said, sheet)
      const hears = hearing(tag, said, css)
      if (hears) open.push({ look: outer, hears })
      else if (formula) {
        formula.open(tag, said)
        open.push({ look: outer, undo: formula.close })
      } else if (code) {
        const isBroken = code.text === '' || code.text.endsWith('\n')
        if (tag === 'br' || (!isBroken && (boundaries.has(tag) || blocks.has(tag)))) {
          countText('\n')
          code.text += '\n'
        }
        isCodeFresh = false
        open.push({ look: outer })
      } else {
        const look = lookIn(tag, said, css, outer, isPasted)
        open.push({ look, undo: begin(tag, said, css, look) })
      }
    },
    text(text: string) {
      const { look = plain, hears } = open.at(-1) ?? {}
      if (hears) hears(text)
      else if (formula) formula.text(text)
      else addText(text, look)
    },
    close: () => open.pop()?.undo?.(),
    depth: () => open.length,
    losses,
    content: (): Content => tree.settled(),
  }
}

/** Never shown as text, or shown by other means. */
const drawn = new Set('svg iframe object audio video canvas'.split(' '))
const dropped = new Set([...drawn, ...'script title template noscript select noembed noframes'.split(' ')])

/** Form fields that show typed text. */
const typed = /^(?:text|email|tel|url|number|date|search)?$/i
const spanIn = (said: string | undefined) => Math.min(Math.max(wholeNumber(said) ?? 1, 1), maxSpan)
/** More columns than a line has room for. */
const maxSpan = 20

/** Word's rule above footnotes. */
const footnoteRule = '33%'
const formulas = new Set(['math', 'mjx-math'])
const heard = /^(?:mjx-assistive-mml|MJX_Assistive_MathML)$/

const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre body'.split(' '))
const boundaries = new Set(
  (
    'div section article main header footer nav aside address figure figcaption center form fieldset hr ' +
    'table caption thead tbody tfoot tr td th dl dt dd details summary textarea body html'
  ).split(' '),
)

const headingLevels = new Map<string, 1 | 2>([
  ['h1', 1],
  ['h2', 2],
  ['h3', 2],
  ['h4', 2],
  ['h5', 2],
  ['h6', 2],
])

/** Marks a tag has by itself; its style is added. A Map, because `<constructor>` is found in an object. */
const tagMarks = new Map<string, Marks>([
  ['strong', { bold: true }],
  ['b', { bold: true }],
  ['em', { italic: true }],
  ['i', { italic: true }],
  ['u', { underline: true }],
  ['ins', { underline: true }],
  ['s', { strike: true }],
  ['strike', { strike: true }],
  ['del', { strike: true }],
  ['mark', { background: markerColour }],
])
