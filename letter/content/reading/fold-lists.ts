import { maxNested, maxStart } from '../limits.ts'
import type { Block, Run } from '../tree.ts'
import { signsFor } from './signs-of-fonts.ts'

/**
 * A paragraph that a word processor treats as a list item. `marker`: its bullet or number, if given; `id`: of the list.
 * `level` from 1.
 */
export type Listed = { level: number; marker?: string; id?: string; isCertain?: boolean }
/** An item's numbering: a number, a counting style, or the original marker. */
export type Numbered = { value?: number; style?: string; marker?: string; isReversed?: boolean }
type List = Extract<Block, { items: Block[][] }>
type Entry = { level: number; blocks: Block[]; id?: string | undefined; marker?: string | undefined } & (
  { isOrdered: false } | { isOrdered: true; start: number }
)

const bullets = /^[·•◦▪▫■□●○►▶➢➤✓✔✗*o§üØvqnlu\u2013\u2014\u2022\uf000-\uf0ff-]$/u
const numbers = /^\(?(?:(\d{1,4})|([a-z])|[ivxlc]{1,7}|\d{1,3}(?:\.\d{1,3})+)[.)ºª]?$/i
const leading = /^[\s\u00a0]*([^\s\u00a0]{1,10})[\s\u00a0]*\u00a0[\s\u00a0]*/u

/** Boxes and ticks have a meaning, also as Wingdings letters. */
const ticks = /^[☐☑☒✓✔✗✘þ¨üû]$/

/** `1.` → 1, `d)` → 4; undefined for a bullet, 0 for possible Roman numbers and unprintable numbering. */
function startOf(marker: string): number | undefined {
  const [, digits, letter] = numbers.exec(marker) ?? []
  if (!digits && (ticks.test(marker) || bullets.test(marker) || !/[\p{L}\p{N}]/u.test(marker)))
    return undefined
  if (digits) return Math.min(Math.max(Number(digits), 1), maxStart)
  return letter && !/[ivxlc]/i.test(letter) ? letter.toLowerCase().charCodeAt(0) - 96 : 0
}

/** Cuts a marker off the start of the text; `undefined` without one. */
function cutMarker(runs: Run[]): string | undefined {
  const texts: string[] = []
  for (const run of runs) {
    if (!('text' in run)) break
    texts.push(run.text)
  }
  const found = leading.exec(texts.join(''))
  const marker = found?.[1]
  if (!found || !marker || !(bullets.test(marker) || (numbers.test(marker) && /[.)ºª]$/.test(marker))))
    return undefined
  let rest = found[0].length
  while (rest > 0 && runs[0] && 'text' in runs[0]) {
    const { text } = runs[0]
    if (text.length > rest) {
      runs[0] = { ...runs[0], text: text.slice(rest) }
      break
    }
    rest -= text.length
    runs.shift()
  }
  return marker
}

function entryOf(block: Block, listed: Listed): Entry | undefined {
  if (!('runs' in block)) return undefined
  const marker = listed.marker?.trim().replace(/\s+/g, ' ') || cutMarker(block.runs)
  if (!marker && !listed.isCertain) return undefined
  const { level, id } = listed
  const first: Block = block.type === 'paragraph' ? block : { type: 'paragraph', runs: block.runs }
  if (marker && ticks.test(marker)) block.runs.unshift({ text: `${signsFor(marker, 'wingdings')} ` })
  const start = marker ? startOf(marker) : undefined
  return {
    level,
    id,
    marker,
    blocks: [first],
    ...(start === undefined ? { isOrdered: false } : { isOrdered: true, start }),
  }
}

/** Items in single-item lists with a separate level (Word on the web). */
function entriesOf(list: List, levels: Map<Block[], number>): Entry[] {
  const isOrdered = list.type === 'ordered-list'
  const start = (isOrdered && list.start) || 1
  return list.items.map((blocks, at) => {
    const level = levels.get(blocks) ?? 1
    levels.delete(blocks)
    return isOrdered ? { level, blocks, isOrdered, start: start + at } : { level, blocks, isOrdered }
  })
}

/**
 * Joins neighbours that word processors keep apart into visible lists. `depth`: the number of surrounding lists and
 * quotes.
 */
export function foldLists(
  blocks: Block[],
  listed: Map<Block, Listed>,
  levels: Map<Block[], number>,
  depth: number,
  numbers: Map<Block[], Numbered>,
): Block[] {
  if (listed.size + levels.size === 0) return blocks
  const folded: Block[] = []
  const open: { level: number; list: List; id: string | undefined }[] = []
  for (const block of blocks) {
    const said = listed.get(block)
    // Once: an item is read again inside its list.
    listed.delete(block)
    const one = said && entryOf(block, said)
    const entries =
      'items' in block && block.items.some((item) => levels.has(item))
        ? entriesOf(block, levels)
        : one && [one]
    if (!entries) {
      open.length = 0
      folded.push(block)
      continue
    }
    for (const entry of entries) {
      const { marker } = entry
      if (marker && entry.isOrdered)
        numbers.set(entry.blocks, /^\d+[.)]?$/.test(marker) ? { value: entry.start } : { marker })
      const level = Math.min(entry.level, Math.max(maxNested - depth, 1))
      while (open.length && open.at(-1)!.level > level) open.pop()
      const top = open.at(-1)
      const isSame =
        top?.level === level &&
        (top.list.type === 'ordered-list') === entry.isOrdered &&
        !(entry.isOrdered && (top.id !== entry.id || entry.start === 1))
      if (isSame) {
        top.list.items.push(entry.blocks)
        continue
      }
      if (top?.level === level) open.pop()
      const start = entry.isOrdered && entry.start > 1 ? { start: entry.start } : {}
      const list: List = entry.isOrdered
        ? { type: 'ordered-list', ...start, items: [entry.blocks] }
        : { type: 'bullet-list', items: [entry.blocks] }
      const home = open.at(-1)?.list.items.at(-1)
      if (home) home.push(list)
      else folded.push(list)
      open.push({ level, list, id: entry.id })
    }
  }
  return folded
}

/** Printed numbering, by the number of surrounding numbered lists. */
const onPaper = ['1', 'a', 'i']
const letters = (number: number): string =>
  number > 0 ? letters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26)) : ''
const romanFigures = ['', '0', '00', '000', '01', '1', '10', '100', '1000', '02']
const roman = (number: number): string =>
  Array.from(String(number).padStart(4, '0'), (figure, at) =>
    romanFigures[Number(figure)]!.replace(/\d/g, (sign) => ['m', 'cdm', 'xlc', 'ivx'][at]![Number(sign)]!),
  ).join('')
function numberText(number: number, style: string): string {
  if (style === '1' || number < 1 || number > 3999) return String(number)
  const text = style.toLowerCase() === 'a' ? letters(number) : roman(number)
  return style === style.toLowerCase() ? text : text.toUpperCase()
}

type OrderedList = Extract<Block, { type: 'ordered-list' }>
/** Splits a list where its numbers jump; an item that cannot be numbered so becomes a paragraph with its number. */
export function splitByNumber(
  list: OrderedList,
  numbers: Map<Block[], Numbered>,
  depth: number,
): (OrderedList | Block[])[] {
  const natural = onPaper[Math.min(depth, 2)]!
  const isReversed = numbers.get(list.items[0] ?? [])?.isReversed ?? false
  const step = isReversed ? -1 : 1
  const parts: (OrderedList | Block[])[] = []
  let number = (list.start ?? (isReversed ? list.items.length : 1)) - step
  let next: number | undefined
  for (const item of list.items) {
    const { value, style = natural, marker } = numbers.get(item) ?? {}
    number = value ?? number + step
    const seen = marker ?? `${numberText(number, style)}.`
    const isOnPaper = seen.replace(/^\(|[.)]$/g, '') === numberText(number, natural)
    const [first, ...others] = item
    const last = parts.at(-1)
    const isNext = number === next && last && 'items' in last
    if (isOnPaper && number > 0 && (isNext || number <= maxStart)) {
      if (isNext) last.items.push(item)
      else parts.push({ type: 'ordered-list', ...(number > 1 && { start: number }), items: [item] })
      next = number + 1
    } else if (first && 'runs' in first) {
      parts.push([{ ...first, runs: [{ text: `${seen} ` }, ...first.runs] }, ...others])
      next = undefined
    }
  }
  return parts
}
