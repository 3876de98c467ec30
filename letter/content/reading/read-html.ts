import { Parser } from 'htmlparser2'
import { maxAttribute, maxAttributes, maxOpenTags, maxStart, maxTags, maxText } from '../limits.ts'
import { cleanAddress, isSafePicture, safeLink } from '../links.ts'
import { captionFrom, cleanText, type Content, type Marks, type PictureRun, sizeFrom } from '../tree.ts'
import { type Excess, growTree, type Look, TooMuch } from './grow-tree.ts'
import { alignIn, colourOf, isInk, isLight, markerColour, marksIn, paintsInk, readStyle } from './styles.ts'

type Attributes = Record<string, string>
type Open = { look: Look; undo?: (() => void) | undefined; isDropped?: boolean }

const lookOf = (marks: Marks): Look => ({
  marks,
  key: Object.entries(marks)
    .map(([mark, value]) => `${mark} ${value}`)
    .toSorted()
    .join('\n'),
})
const plain = lookOf({})

function lookIn(tag: string, { style, color, href }: Attributes, outer: Look): Look {
  const css = readStyle(style)
  const isBareWrapper = tag === 'b' && isLight(css.get('font-weight') ?? '')
  const own: Marks = { ...(isBareWrapper ? {} : tagMarks.get(tag)), ...marksIn(css) }
  const fontColour = tag === 'font' ? colourOf(color ?? '') : undefined
  if (fontColour && !isInk(fontColour)) own.colour ??= fontColour
  if (tag === 'a' && href !== undefined) own.link = safeLink(href)
  const under = paintsInk(css) ? uncoloured(outer) : outer
  return Object.keys(own).length === 0 ? under : lookOf({ ...under.marks, ...own })
}

function uncoloured(look: Look): Look {
  const { colour, ...marks } = look.marks
  return colour ? lookOf(marks) : look
}

function startOf({ start }: Attributes): { start?: number } {
  const value = Number(start)
  return Number.isInteger(value) && value > 1 && value <= maxStart ? { start: value } : {}
}

function pictureOf(said: Attributes): PictureRun | undefined {
  const { src = '', alt } = said
  if (!isSafePicture(src)) return undefined
  const size = sizeFrom(said['data-size'])
  const caption = captionFrom(said['data-caption'])
  return {
    picture: cleanAddress(src),
    ...(alt !== undefined && { alt: cleanText(alt) }),
    ...(size && { size }),
    ...(caption && { caption }),
  }
}

/** One pass over the tags, without a DOM: linear time, and each limit ends it at once. */
function read(html: string): Content {
  const tree = growTree()
  const open: Open[] = []
  let droppedDepth = 0
  let length = 0
  let tags = 0
  let attributes = 0
  /** The code block we are in. A line feed right after `<pre>` is layout, as in HTML. */
  let code: { text: string } | undefined
  let isCodeFresh = false

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
  function addPicture(said: Attributes, look: Look) {
    const picture = pictureOf(said)
    countText((picture?.alt ?? '') + (picture?.caption ?? ''))
    if (picture) tree.picture(picture, look)
  }

  /** Does what the tag means and returns what its end must undo. */
  function begin(tag: string, said: Attributes, look: Look): (() => void) | undefined {
    const level = headingLevels.get(tag)
    if (tag === 'p' || level) {
      const block = level
        ? { type: 'heading' as const, level, runs: [] }
        : { type: 'paragraph' as const, runs: [] }
      tree.write(block, alignIn(readStyle(said.style)))
      return tree.finish
    }
    if (tag === 'ul') return tree.nest({ type: 'bullet-list', items: [] })
    if (tag === 'ol') return tree.nest({ type: 'ordered-list', ...startOf(said), items: [] })
    if (tag === 'blockquote') return tree.nest({ type: 'quote', blocks: [] })
    if (tag === 'li') return tree.item() ?? tree.finish
    if (tag === 'pre') return openCode()
    if (tag === 'br') tree.lineBreak(look)
    if (tag === 'img') addPicture(said, look)
    if (!boundaries.has(tag)) return undefined
    tree.finish()
    return tree.finish
  }

  const parser = new Parser({
    onattribute(name, value) {
      if (++attributes > maxAttributes || (name !== 'src' && value.length > maxAttribute))
        throw new TooMuch('too-much-markup')
    },
    onopentag(tag, said) {
      if (++tags > maxTags) throw new TooMuch('too-much-markup')
      if (open.length >= maxOpenTags) throw new TooMuch('too-deep')
      const outer = open.at(-1)?.look ?? plain
      if (droppedDepth > 0 || dropped.has(tag)) {
        droppedDepth++
        open.push({ look: outer, isDropped: true })
      } else if (code) {
        if (tag === 'br') {
          countText('\n')
          code.text += '\n'
        }
        isCodeFresh = false
        open.push({ look: outer })
      } else {
        const look = lookIn(tag, said, outer)
        open.push({ look, undo: begin(tag, said, look) })
      }
    },
    ontext(text) {
      if (droppedDepth > 0) return
      countText(text)
      if (code) {
        code.text += isCodeFresh ? text.replace(/^\r?\n/, '') : text
        isCodeFresh = false
      } else tree.text(text, open.at(-1)?.look ?? plain)
    },
    onclosetag() {
      // A tag cut off by the end of the text is closed without having been opened.
      const tag = open.pop()
      if (tag?.isDropped) droppedDepth--
      tag?.undo?.()
    },
  })
  // In one piece: cut in two inside an emoji, each half would be lost.
  parser.end(html.toWellFormed())
  return tree.content
}

/**
 * What a letter says, from any HTML: unknown markup goes, its text stays. What the editor writes comes back from
 * `writeHtml` byte for byte. Refused is only what no honest letter is.
 */
export function readHtml(html: string): { content: Content } | { refused: Excess } {
  try {
    return { content: read(html) }
  } catch (error) {
    if (error instanceof TooMuch) return { refused: error.excess }
    throw error
  }
}

/** What a page never shows as text, or shows by other means than letters. */
const dropped = new Set(
  'script style template title noscript textarea select svg math iframe object audio video canvas noembed noframes'.split(
    ' ',
  ),
)

const boundaries = new Set(
  (
    'div section article main header footer nav aside address figure figcaption center form fieldset hr ' +
    'table caption thead tbody tfoot tr td th dl dt dd details summary body html'
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

/** What a tag means by itself; its style comes on top. A Map, because `<constructor>` is found in an object. */
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
