import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { isPale } from '@lacre/letter/content/reading/styles.ts'
import type { Colour } from '@lacre/letter/content/tree.ts'
import type { MarkType, Node } from 'prosemirror-model'
import { schema } from '../editor/document/schema.ts'

/** A stretch of the document. `isNode`: a picture, else text. */
export type DocumentRange = { from: number; to: number; isNode?: boolean }

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined

/** Every place in the letter that a problem is about; none when it is about the whole or about an address. */
export function rangesOf(problem: PreviewProblem, doc: Node, overflow: number | undefined): DocumentRange[] {
  if (problem.at !== 'letter') return []
  if (problem.character !== undefined) return charactersIn(doc, problem.character)
  if (problem.picture !== undefined) return picturesIn(doc, problem.picture)
  if (problem.code === 'text-pale') return paleTextIn(doc)
  const isTooLong = problem.code === 'letter-too-long' && overflow !== undefined
  return isTooLong && overflow < doc.content.size ? [{ from: overflow, to: doc.content.size }] : []
}

function charactersIn(doc: Node, character: string): DocumentRange[] {
  const ranges: DocumentRange[] = []
  doc.descendants((node, at) => {
    const caption = node.attrs['caption'] as string | null | undefined
    if (caption && [...placesIn(caption, character)].length)
      ranges.push({ from: at, to: at + node.nodeSize, isNode: true })
    if (!node.isTextblock) return true
    // Pictures and breaks take one place each, as they do in the document.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc').toWellFormed()
    for (const index of placesIn(text, character))
      ranges.push({ from: at + 1 + index, to: at + 1 + index + character.length })
    return true
  })
  return ranges
}

/**
 * As a reader counts characters, which is how the server does: part of another one is not meant. Firefox before 125
 * cannot tell (docs/browsers.md), and finds it there too.
 */
function* placesIn(text: string, character: string) {
  let at = text.indexOf(character)
  if (at >= 0 && graphemes) {
    for (const { segment, index } of graphemes.segment(text)) if (segment === character) yield index
  } else for (; at >= 0; at = text.indexOf(character, at + character.length)) yield at
}

function paleTextIn(doc: Node): DocumentRange[] {
  const ranges: DocumentRange[] = []
  const colourIn = (node: Node, type: MarkType) =>
    type.isInSet(node.marks)?.attrs.colour as Colour | undefined
  doc.descendants((node, at) => {
    const [ink, ground] = [colourIn(node, schema.marks.colour), colourIn(node, schema.marks.background)]
    if (node.isText && ink && isPale(ink) && (!ground || isPale(ground)))
      ranges.push({ from: at, to: at + node.nodeSize })
  })
  return ranges
}

/** The `number`-th picture, from 1, wherever it stands: the same picture counts once. */
function picturesIn(doc: Node, number: number): DocumentRange[] {
  const sources: string[] = []
  const ranges: DocumentRange[] = []
  doc.descendants((node, at) => {
    if (node.type !== schema.nodes.image) return
    const source = String(node.attrs.src)
    if (!sources.includes(source)) sources.push(source)
    if (sources.indexOf(source) === number - 1)
      ranges.push({ from: at, to: at + node.nodeSize, isNode: true })
  })
  return ranges
}
