import { type Language, usualLanguage } from '@lacre/letter/looks/languages.ts'
import type { Block, Content, PhotoSize, PictureRun, Run } from '@lacre/letter/content/tree.ts'
import {
  closingOf,
  isEmpty,
  isLeftwards,
  isLeftwardsList,
  isShort,
  lengthOf,
  type LineMark,
  onlyPicture,
  shortEndOf,
  withoutEmptyEnd,
} from './closing.ts'
import { hyphenate } from './hyphenate.ts'
import { splitAtPhotos } from './photos.ts'
import { typographic } from './typographic.ts'

/** A picture as the template draws it: its virtual file and its width on paper, in millimetres. */
export type PaperPicture = { file: string; width: number }

/** The end of the letter; the seal stands at the right edge beside the signature, or centred below. */
export type Ending = {
  signature?: PaperPicture
  seal?: PaperPicture & { initial: string; size: number; middle: number }
  below?: true
}

type PaperPictureRun = PaperPicture & { alt?: string }
/** Reports the position of a paragraph's first or last line before the closing. */
type LineRun = { line: LineMark['line']; before: number; block: number; endsInside: boolean }
/** A signature above the typed name. */
type SignedRun = { ending: Ending; name: PaperRun[] }
type PaperRun = (Exclude<Run, PictureRun> & { verbatim?: true }) | PaperPictureRun | LineRun | SignedRun
type PaperPhoto = PaperPictureRun & { size?: PhotoSize; caption?: string; leftwards?: true }
/** The text direction, where it differs from its surroundings. */
type Way = { leftwards?: true; rightwards?: true }
type Written<T extends Block> = T extends { runs: Run[] }
  ? Omit<T, 'runs'> & { runs: PaperRun[]; greedy?: true } & Way
  : never

/** The first two items of a list stay together, and the last two. */
type Pairs = { head?: true; tail?: true }
/** `leads`: the row of photos below this heading; `afterPhotos`: no floating row comes later. */
type Beside = { leads?: number; afterPhotos?: true }
/** The input of `letter.typ`: blocks with pictures resolved and break points in long words. */
type PaperBlock = Beside & { keep?: true; air?: true; block?: number; ending?: Ending } & (
    | Written<Block>
    | ({ type: 'bullet-list' | 'ordered-list'; start?: number; items: PaperBlock[][] } & Pairs & Way)
    | { type: 'quote'; blocks: PaperBlock[] }
    | { type: 'code'; text: string }
    | (PaperPictureRun & { type: 'picture'; align?: string })
    /** `row`: its number among rows that may float to the next page; rows in lists and quotes do not float. */
    | { type: 'photos'; row?: number; align?: string; photos: PaperPhoto[] }
    | { type: 'ending'; align?: string; ending: Ending }
  )

/** Above this length optimal line breaking costs about 70 ms per kB; greedy breaking costs next to nothing. */
const longParagraph = 3000

/**
 * `ending`: signature and seal, kept with the last line of the text.
 * @throws when a picture run names no picture: dropping it would print another letter than was written.
 */
export function toPaper(
  whole: Content,
  pictures: Map<string, PaperPicture>,
  ending?: Ending,
  language: Language = usualLanguage,
): PaperBlock[] {
  // Empty lines at the end are space for a signature; without one they would only add an empty page.
  const bare = withoutEmptyEnd(whole)
  const closing = closingOf(bare, !!ending)
  const name = ending?.signature && closing.name
  const content = ending && !name ? whole : bare
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

  /** `among`: the surroundings run leftwards. */
  const convert = (block: Block, among = false): PaperBlock[] => {
    switch (block.type) {
      case 'code':
        return [{ type: 'code', text: addBreakOpportunitiesToCode(block.text) }]
      case 'quote':
        return [{ type: 'quote', blocks: block.blocks.flatMap((one) => convert(one, among)) }]
      case 'bullet-list':
      case 'ordered-list': {
        const isLeft = isLeftwardsList(block.items)
        const items = block.items.map((item) => item.flatMap((one) => convert(one, isLeft)))
        return [{ ...block, ...wayOf(isLeft, among), ...pairsIn(block.items), items }]
      }
    }
    const side = block.align && { align: block.align }
    const pieces = splitAtPhotos(block.runs)
    if (!pieces) return [written(block, among)]
    return pieces.map((piece) => {
      if (Array.isArray(piece)) return written({ ...block, runs: piece }, among)
      const number = outermost.has(block) && { row: rows++ }
      return { type: 'photos', ...number, ...side, photos: piece.row.map(photo) }
    })
  }

  function written(block: Extract<Block, { runs: Run[] }>, among: boolean): PaperBlock {
    const alone = onlyPicture(block.runs)
    if (alone) return { type: 'picture', ...(block.align && { align: block.align }), ...resolve(alone) }
    const typeset = typographic(block.runs, language)
    const runs = marked(block, partUndivided(addBreakOpportunities(typeset, language)))
    const isGreedy = lengthOf(block.runs) > longParagraph || isDense(block.runs)
    return {
      ...block,
      runs,
      ...(isGreedy && { greedy: true as const }),
      ...wayOf(isLeftwards(block.runs), among),
    }
  }
  function marked(
    block: Extract<Block, { runs: Run[] }>,
    soft: ReturnType<typeof partUndivided>,
  ): PaperRun[] {
    const runs = soft.map((run) => {
      if ('picture' in run) return resolve(run)
      // Only justified lines are hyphenated.
      const isDivided = 'text' in run && !run.verbatim && block.align === 'justify'
      return isDivided ? { ...run, text: hyphenate(run.text, language) } : run
    })
    const before = closing.before.findIndex(({ paragraph }) => paragraph === block)
    if (before < 0) return runs
    const { endsInside } = closing
    const mark = { before, block: closing.before[before]!.block, endsInside }
    const end = endsInside ? shortEndOf({ type: 'paragraph', runs: soft }) : soft.length
    return [{ ...mark, line: 'first' }, ...runs.slice(0, end), { ...mark, line: 'last' }, ...runs.slice(end)]
  }

  const cut = new Set(closing.before.map(({ block }) => block))
  const converted = content.map((block, at) => {
    const all = convert(block)
    if (at === closing.begins && needsAir(content, at)) all[0] = { ...all[0]!, air: true }
    if (cut.has(at)) return [{ ...all[0]!, block: at }, ...all.slice(1)]
    return closing.together.has(block) ? [...all.slice(0, -1), ...all.slice(-1).map(keep)] : all
  })
  const end = converted.slice(0, closing.begins).flat().length
  const blocks = rows ? besidePhotos(converted.flat(), end) : converted.flat()
  const last = blocks.at(-1)
  if (!ending || !last) return blocks
  const align = 'align' in last && last.align ? { align: last.align } : {}
  const isAtLeft = !['right', 'center'].includes(align.align ?? '')
  const placed: Ending = { ...ending, ...(!(ending.signature && isAtLeft) && { below: true as const }) }
  if (name) {
    const at = blocks.length - (content.length - name.block)
    const signed = blocks[at] as Written<Block>
    return blocks.with(at, { ...blocks[at]!, runs: signOver(signed.runs, name.breaks, placed) } as PaperBlock)
  }
  if (last.type === 'paragraph') return [...blocks.slice(0, -1), { ...last, ending: placed }]
  const afterPhotos = last.type === 'photos' && ({ afterPhotos: true } as const)
  return [...blocks.slice(0, -1), keep(last), { type: 'ending', ...align, ...afterPhotos, ending: placed }]
}

/** Puts signature and name into one box, so that no page break separates them. */
function signOver(runs: PaperRun[], breaks: number, ending: Ending): PaperRun[] {
  const ends = runs.flatMap((run, at) => ('break' in run ? [at + 1] : []))
  const from = ends.at(-1 - breaks) ?? 0
  return [...runs.slice(0, from), { ending, name: runs.slice(from) }]
}

/** A short item's neighbour: longer than about two lines, it may be split. */
const shortNeighbour = 160

function pairsIn(items: Content[]): Pairs {
  const isShortItem = (item: Content | undefined, longest?: number) =>
    item?.length === 1 && isShort(item[0], longest)
  const isPair = (alone: number, neighbour: number) =>
    isShortItem(items.at(alone)) && isShortItem(items[neighbour], shortNeighbour)
  return {
    ...(isPair(0, 1) && { head: true as const }),
    ...(isPair(-1, items.length - 2) && { tail: true as const }),
  }
}

const wayOf = (isLeft: boolean, among: boolean): Way => {
  if (isLeft) return { leftwards: true }
  return among ? { rightwards: true } : {}
}

/** Marks headings that lead photos, the text after photos, and the closing after all of them. */
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

/** A farewell after its text gets a gap, unless the writer left a line or wrote verses. */
function needsAir(content: Content, at: number): boolean {
  const [before, earlier] = [content[at - 1], content[at - 2]]
  return isShort(content[at]) && !!before && !isEmpty(before) && !(isShort(before) && isShort(earlier))
}

/** Headings stay with what follows anyway; photos may float. */
const keep = (block: PaperBlock): PaperBlock =>
  block.type === 'heading' || block.type === 'photos' ? block : { ...block, keep: true }

function captionOf(text: string) {
  const runs = [{ text }]
  const caption = addBreakOpportunities(runs).map((run) => ('text' in run ? run.text : ''))
  return { caption: caption.join(''), alt: text, ...(isLeftwards(runs) && { leftwards: true as const }) }
}

const longWord = 32
/** For German, whose compounds need hyphenation by syllables. */
const longCompound = 48
/** URL parts shorter than this stay together. */
const longPart = 24
const breakEvery = 8
/** After these, and before a full stop, which would look like a sentence's end at a line end. */
const breakPoint = /[@/_=&?#~+-](?![@/_=&?#~+.-])|(?=\.[\p{L}\d])/gu
const unbroken = new RegExp(
  // Scripts that break between any two characters need no help.
  `[^\\s\\u200b\\ufffc\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}]{${longWord},}`,
  'gu',
)
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** `C/ Mayor`, `n.º 12`, `Sr. Ruiz`, `12 €`, `razón — casi`: no line break between parts that belong together. */
const belongs =
  /(?<=(?:^|[\s(«“"])(?:C\/|[nN]\.º|[nN]úm\.|Sra?\.|Srta\.|D\.|D\.ª|Dña\.|Dra?\.|pág\.|art\.)) (?=\S)|(?<=\d) (?=(?:€|%|kg|km|cm|kWh|°C)(?![\p{L}\d]))|(?<=\S) (?=[—–](?: |$))/gu
const bind = (run: Run): Run => ('text' in run ? { ...run, text: run.text.replace(belongs, '\u00a0') } : run)

/**
 * Words of 32 characters or more may break, else they would run off the paper: URLs after punctuation or before a full
 * stop, others after every eighth character. A word may span several runs; graphemes are never split (an emoji of
 * several people stays one).
 */
export function addBreakOpportunities(written: Run[], language: Language = usualLanguage): Run[] {
  const thin = thinZeroWidth()
  const runs = written.map((run) => bind('text' in run ? { ...run, text: thin(run.text) } : run))
  const texts = runs.map((run) => ('text' in run ? run.text : 'break' in run ? '\n' : '\ufffc'))
  const cuts = findCuts(texts.join(''), language === 'de' ? longCompound : longWord)
  if (cuts.length === 0) return runs
  let [start, next] = [0, 0]
  return runs.map((run, i) => {
    const [begin, from] = [start, next]
    start += texts[i]!.length
    while (next < cuts.length && cuts[next]! < start) next++
    const inside = cuts.slice(from, next).map((cut) => cut - begin)
    return 'text' in run ? { ...run, text: cutAt(run.text, inside) } : run
  })
}

/** `end`: the last word of a line, or the last two if both are short. */
const words = /(?<end>(?:[^\s\ufffc]{1,3} [^\s\ufffc]{1,7}|[^\s\ufffc]+)(?=\s*(?:\ufffc|$)))|[^\s\ufffc]+/g
/** A URL, a figure, a reference: hyphenation would change it. */
const address = /@|:\/\/|^www\.|\p{L}\u200b?\.\p{L}|\p{Lu}-\p{Lu}/u
const isVerbatim = (word: string) => address.test(word) || (/\d/.test(word) && /[\p{L}-]/u.test(word))

/**
 * Separates words that must not be hyphenated, even over several runs. The end of a paragraph is never hyphenated: only
 * then does Typst avoid a single word on the last line.
 */
export function partUndivided(runs: Run[]): (Run & { verbatim?: true })[] {
  const whole = runs.map((run) => ('text' in run ? run.text : '\ufffc')).join('')
  const found = [...whole.matchAll(words)].filter(({ 0: word, groups }) => groups!['end'] || isVerbatim(word))
  if (!found.length) return runs
  const parted: (Run & { verbatim?: true })[] = []
  let [next, start] = [0, 0]
  for (const run of runs) {
    const end = start + ('text' in run ? run.text.length : 1)
    if (!('text' in run)) parted.push(run)
    else
      for (let at = start; at < end;) {
        const word = found[next]
        const from = word?.index ?? Infinity
        const to = from + (word?.[0].length ?? 0)
        const isInside = from <= at
        const stop = Math.min(end, isInside ? to : from)
        const text = run.text.slice(at - start, stop - start)
        parted.push({
          ...run,
          ...(isInside ? { text: text.replace(' ', '\u00a0'), verbatim: true as const } : { text }),
        })
        if (stop === to) next++
        at = stop
      }
    start = end
  }
  return parted
}

/** For code. A tab becomes four spaces, since Typst would print two. */
export function addBreakOpportunitiesToCode(text: string): string {
  const spaced = thinZeroWidth()(text).replaceAll('\t', '    ')
  return cutAt(spaced, findCuts(spaced))
}

function findCuts(text: string, longest = longWord): number[] {
  const cuts: number[] = []
  for (const word of text.matchAll(unbroken)) {
    if (word[0].length < longest && /^\p{L}+\P{L}?$/u.test(word[0])) continue
    const breakPoints = [...word[0].matchAll(breakPoint)].map(({ 0: { length }, index }) => index + length)
    for (const [at, to] of [...breakPoints, word[0].length].entries()) {
      const from = breakPoints[at - 1] ?? 0
      if (from > 0) cuts.push(word.index + from)
      const characters = [...graphemes.segment(word[0].slice(from, to))]
      if (characters.length < longPart) continue
      for (const { index } of characters.filter((_, count) => isCut(count, characters.length)))
        cuts.push(word.index + from + index)
    }
  }
  return cuts
}

/** No single character after the last break. */
const isCut = (count: number, all: number) => count > 0 && count % breakEvery === 0 && count < all - 1

function cutAt(text: string, cuts: number[]): string {
  return [0, ...cuts].map((from, i) => text.slice(from, cuts[i])).join('\u200b')
}

const zeroWidth = /^[\p{Default_Ignorable_Code_Point}\p{M}]/u
const pieces = /\s|[\p{Default_Ignorable_Code_Point}\p{M}]|[^\s\p{Default_Ignorable_Code_Point}\p{M}]+/gu
/** The flag of Scotland has six. */
const mostInRow = 8
/** More spaces than fill any line; they hang at its end. More than 65,535 bytes of them crash Typst. */
const mostSpaces = 1000

/**
 * For the runs of one paragraph, in order: drops soft hyphens, joiners and marks from the ninth after a visible
 * character on. On a line that never fills, Typst's work grows with the square of their number
 * (design/load.md#linear-readers).
 */
export function thinZeroWidth(): (text: string) => string {
  let [inRow, spaces] = [0, 0]
  return (text) =>
    text.replace(pieces, (piece) => {
      if (zeroWidth.test(piece)) return ++inRow > mostInRow ? '' : piece
      if (/^\s/.test(piece)) return ++spaces > mostSpaces ? '' : piece
      inRow = spaces = 0
      return piece
    })
}

/** With this many soft hyphens optimal line breaking takes ten times as long. */
function isDense(runs: Run[]): boolean {
  const text = runs.map((run) => ('text' in run ? run.text : '')).join('')
  return 4 * (text.match(/\p{Default_Ignorable_Code_Point}|\s\p{M}/gu)?.length ?? 0) > text.length
}

/**
 * The return address above the recipient, as candidates from longest to shortest: the template prints the first that
 * fits. The post needs street and town to return a letter; the name is in the letterhead. Then the end of the street is
 * cut; the town stays.
 */
export function returnLines(sender: string[]): string[] {
  const [, street = '', town = ''] = sender
  const line = (...parts: string[]) => 'Rte.: ' + parts.filter(Boolean).join(' – ')
  const shorter = [40, 34, 28, 22, 16, 10, 4]
    .filter((length) => length < street.length)
    .map((length) => line(`${cut(street, length)}…`, town))
  const shortest = [30, 20, 10].map((length) => line(`${cut(street, 4)}…`, `${cut(town, length)}…`))
  return [line(...sender.slice(1)), line(street, town), ...shorter, ...shortest]
}
const cut = (text: string, length: number) =>
  [...graphemes.segment(text)]
    .slice(0, length)
    .map((part) => part.segment)
    .join('')
    .trimEnd()
