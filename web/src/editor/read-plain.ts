import { typedLink } from '@lacre/letter/content/links.ts'
import {
  type Block,
  cleanText,
  type Content,
  type Marks,
  ruleOfStars,
  type Run,
} from '@lacre/letter/content/tree.ts'
import type { Numbered } from '@lacre/letter/content/reading/fold-lists.ts'
import { settle } from '@lacre/letter/content/reading/settle.ts'
import { loosenSpaces } from '@lacre/letter/content/reading/tidy.ts'

/** Line widths of mail programs, in characters. */
const [narrowest, widest] = [50, 90]

const firstWord = (line: string) => /^\S*/.exec(line)?.[0].length ?? 0

/** The timestamp before a message in an exported chat. */
const chatTimestamp = /^(?:\[[^\]]{0,30}\d:\d\d[^\]]{0,10}\]|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d\d)/

/** Verses: lines shorter than a mail's that mostly end with a sign or begin with a capital, or too few lines to judge. */
function areVerses(lines: string[], width: number): boolean {
  const joints = lines.flatMap((line, at) => (line && lines[at + 1] ? [`${line}\n${lines[at + 1]}`] : []))
  const meant = joints.filter((joint) => /[.,;:!?…]\n|\n[\p{Lu}¿¡«—–-]/u.test(joint))
  return width <= widestVerse && (joints.length < 3 || 2 * meant.length >= joints.length)
}
const widestVerse = 70

/** Whether every line but the last had no room for the next word, so that a program broke them. */
function isWrapped(lines: string[], width: number): boolean {
  return (
    lines.length > 1 &&
    !lines.some((line) => chatTimestamp.test(line)) &&
    lines.slice(0, -1).every((line, at) => line.length + 1 + firstWord(lines[at + 1] ?? '') > width)
  )
}

/** `**`, `__` or a heading mean Markdown, where one star is italics; in a messenger it is bold. */
const markdown = /(\*\*|__)[^\s*_\p{L}\p{N}]*[\p{L}\p{N}][^\n]*\1|^#{1,6} \S/mu
const signs = (isMarkdown: boolean): [sign: string, marks: Marks][] => [
  ['**', { bold: true }],
  ['__', { bold: true }],
  ['~~', { strike: true }],
  ['*', isMarkdown ? { italic: true } : { bold: true }],
  ['_', { italic: true }],
  ['~', { strike: true }],
]
/** A sign formats only around words; inside (`a_b`, an address, `__/__`) it is a character. */
const span =
  /(?<![\p{L}\p{N}/:*_~\\])(\*\*|__|~~|[*_~])(?=[^\s*_~])(?=[^\n*_~\p{L}\p{N}\p{So}]*[\p{L}\p{N}\p{So}])([^\n]{0,500}?[^\s*_~]|[^\s*_~])\1(?![\p{L}\p{N}*_~])/u
const link = /\[([^\]\n]{1,300})\]\((https?:\/\/[^\s)]{1,1900})\)/
/** One pattern: searching both separately would take quadratic time. */
const formats = new RegExp(`${span.source}|${link.source}`, 'gu')

function runsOf(text: string, isMarkdown: boolean, outer: Marks = {}): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const found of text.matchAll(formats)) {
    const [whole, sign, marked, label = '', address = ''] = found
    if (found.index > end) runs.push({ text: text.slice(end, found.index), ...outer })
    const marks =
      sign === undefined ? { link: typedLink(address) } : signs(isMarkdown).find(([one]) => one === sign)?.[1]
    runs.push(...runsOf(marked ?? label, isMarkdown, { ...outer, ...marks }))
    end = found.index + whole.length
  }
  if (end < text.length) runs.push({ text: text.slice(end), ...outer })
  return runs
}

const itemOf = /^(\s{0,12})(?:([-*+•·–◦▪])|((\d{1,6})[.)]))\s+(?:\[([ xX])\]\s+)?(\S.*)$/u
const rule = /^\s{0,3}(?:(?:- ?){3,}|(?:\* ?){3,}|(?:_ ?){3,})$/
const titleOf = /^(#{1,6})\s+(\S.*?)\s*#*$/
const saidIn = (...[, , , , , tick, words]: string[]) => box(tick) + words
const box = (tick: string | undefined) => (tick === undefined ? '' : tick === ' ' ? '☐ ' : '☑ ')

/**
 * Reads plain text: a line feed breaks a line, an empty line ends a paragraph, each further one is an empty paragraph.
 * Joins lines that a mail program broke. `isBare`: without formats, so signs stay as they are.
 */
export function readPlain(plain: string, isBare = false): Content {
  const text = loosenSpaces(cleanText(plain)).replaceAll('\t', ' ')
  const lines = text.split('\n').map((line) => line.trimEnd())
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const isMail = longest >= narrowest && longest <= widest && !areVerses(lines, longest)
  const width = isMail ? longest : Infinity
  const isMarkdown = markdown.test(text)
  const runs = (line: string) => (isBare ? [{ text: line }] : runsOf(line, isMarkdown))

  const content: Block[] = []
  let paragraph: string[] = []
  /** The list item that takes the next lines; undefined: a paragraph. */
  let written: Run[] | undefined
  let empty = 0
  /** Indents of the open list items, outermost first. */
  let indents: number[] = []
  const levels = new Map<Block[], number>()
  const numbers = new Map<Block[], Numbered>()
  let lastStart = 0
  function endParagraph() {
    if (!paragraph.length) return
    const said = written ? paragraph.map((line) => line.replace(itemOf, saidIn)) : paragraph
    const own = isWrapped(paragraph, width) ? [said.map((line) => line.trim()).join(' ')] : said
    const broken = own.flatMap((line, at): Run[] => (at > 0 ? [{ break: true }, ...runs(line)] : runs(line)))
    if (written) written.push(...broken)
    else content.push({ type: 'paragraph', runs: broken })
    paragraph = []
    written = undefined
  }
  function begin() {
    endParagraph()
    const between = content.length ? empty - 1 : 0
    for (let at = 0; at < between; at++) content.push({ type: 'paragraph', runs: [] })
    empty = 0
  }
  function addItem(match: RegExpExecArray) {
    const isNext = empty === 0 && (!paragraph.length || written !== undefined)
    begin()
    const [line, { length: indent } = '', , marker, number] = match
    paragraph = [line]
    written = []
    const item: Block[] = [{ type: 'paragraph', runs: written }]
    const last = content.at(-1)
    const { length: before } = indents
    indents = [...indents.filter((outer) => outer < indent), indent]
    levels.set(item, indents.length)
    const type = number ? 'ordered-list' : 'bullet-list'
    const start = Number(number ?? 1)
    // Markdown allows every item to be number 1.
    const isCounted = isNext && start === 1 && lastStart === 1
    if (marker && !isCounted) numbers.set(item, { value: start, ...(marker.startsWith('0') && { marker }) })
    lastStart = start
    if (isNext && before === indents.length && last?.type === type) last.items.push(item)
    else
      content.push(
        type === 'ordered-list'
          ? { type, ...(start > 1 && { start }), items: [item] }
          : { type, items: [item] },
      )
  }

  for (const line of lines) {
    if (line.trim() === '') {
      endParagraph()
      empty++
      continue
    }
    const isRule = !isBare && rule.test(line)
    const item = isBare || isRule ? null : itemOf.exec(line)
    const title = isBare ? null : titleOf.exec(line)
    if (item) addItem(item)
    else if (title) {
      begin()
      indents = []
      content.push({ type: 'heading', level: title[1] === '#' ? 1 : 2, runs: runs(title[2] ?? '') })
    } else if (isRule && isMarkdown) {
      begin()
      content.push(ruleOfStars())
    } else {
      if (written && !/^ {2}/.test(line)) endParagraph()
      if (!paragraph.length) begin()
      if (!written) indents = []
      paragraph.push(written ? line.trim() : line)
    }
  }
  endParagraph()
  return settle(content, { listed: new Map(), levels, numbers })
}
