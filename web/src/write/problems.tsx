import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { isPale } from '@lacre/letter/content/reading/styles.ts'
import type { Colour } from '@lacre/letter/content/tree.ts'
import { count } from '@lacre/letter/words.ts'
import type { MarkType, Node } from 'prosemirror-model'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorSession } from '../drafts/editor-session.ts'
import { schema } from '../editor/document/schema.ts'
import styles from './preview.module.css'

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

/** The caret at the next of these ranges after where it stands, again at the first after the last; without any, where it is. */
function goTo(view: EditorView, ranges: DocumentRange[]): void {
  const { selection } = view.state
  const next = ranges.find(({ from }) => from > selection.from) ?? ranges[0]
  view.focus()
  if (!next) return
  const { doc } = view.state
  const place = next.isNode
    ? NodeSelection.create(doc, next.from)
    : TextSelection.near(doc.resolve(next.from))
  view.dispatch(view.state.tr.setSelection(place).scrollIntoView())
}

/** `overflow`: from where on the letter is too long. */
export function goToProblem({ editor }: EditorSession, problem: PreviewProblem, overflow?: number): void {
  const role = { letter: undefined, sender: 'originAddress', recipient: 'destinationAddress' }[problem.at]
  if (role) document.getElementById(`edit-${role}`)?.focus()
  else goTo(editor.view, rangesOf(problem, editor.view.state.doc, overflow))
}

/** Takes the picture out of the letter that it is about, wherever it stands; undo brings it back. */
export function takeOutPicture({ editor: { view } }: EditorSession, problem: PreviewProblem): void {
  const { tr, doc } = view.state
  for (const { from, to } of rangesOf(problem, doc, undefined).toReversed()) tr.delete(from, to)
  view.dispatch(tr)
  view.focus()
}

/** Good to know, and in the way of nothing (design/paper.md#photos). */
const notes = new Set(['picture-shows-through', 'picture-small', 'picture-blank', 'text-pale'])
export const isNote = ({ code }: PreviewProblem) => notes.has(code)

/** What stands in the way of sending, and quiet notes; each leads to its place. Read out when there is quiet. */
export function Problems({
  problems,
  onGo,
  onTakeOut,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
  onTakeOut: (problem: PreviewProblem) => void
}) {
  const inTheWay = problems.filter((problem) => !isNote(problem))
  const quiet = problems.filter(isNote)
  return (
    <div aria-live="polite" className={styles.announced}>
      {inTheWay.length > 0 && (
        <div className={styles.problems}>
          <h3>{inTheWay.length === 1 ? 'Un problema' : `${inTheWay.length} problemas`}</h3>
          <List problems={inTheWay} onGo={onGo} onTakeOut={onTakeOut} />
        </div>
      )}
      {quiet.length > 0 && (
        <div className={`soft ${styles.notes}`}>
          <List problems={quiet} onGo={onGo} />
        </div>
      )}
    </div>
  )
}

const List = ({
  problems,
  onGo,
  onTakeOut,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
  onTakeOut?: (problem: PreviewProblem) => void
}) => (
  <ul>
    {problems.map((problem) => (
      <li key={`${problem.code} ${problem.at} ${problem.character ?? problem.picture ?? ''}`}>
        <button type="button" onClick={() => onGo(problem)}>
          {problem.detail}
        </button>
        {problem.picture !== undefined && onTakeOut && (
          <button
            type="button"
            aria-label={`Quitar la imagen n.º ${problem.picture}`}
            onClick={() => onTakeOut(problem)}
          >
            Quitar
          </button>
        )}
      </li>
    ))}
  </ul>
)

/** Near Enviar, without the preview: what cannot print (design/sending.md#printable). Pressed, it leads there. */
export function UnprintableLine({
  problems: [first, ...others],
  session,
}: {
  problems: PreviewProblem[]
  session: EditorSession | undefined
}) {
  return (
    <div role="status" className={styles.unprintable}>
      {first && session && (
        <>
          <button type="button" onClick={() => goToProblem(session, first)}>
            {first.detail}
          </button>
          {others.length > 0 && ` Y ${count(others.length, 'signo más', 'signos más')}, en la vista previa.`}
        </>
      )}
    </div>
  )
}

/** Beside why nothing was sent, where that is a picture: it names the number. */
export function TakeOutPicture({
  session,
  refusal: { code, detail },
}: {
  session: EditorSession | undefined
  refusal: { code?: string | undefined; detail: string }
}) {
  const number = /n\.º (\d+)/.exec(detail)?.[1]
  if (!session || !number || (code !== 'picture-unreachable' && code !== 'picture-unreadable')) return null
  const problem: PreviewProblem = { code, detail, at: 'letter', picture: Number(number) }
  return (
    <>
      {' '}
      <button type="button" onClick={() => takeOutPicture(session, problem)}>
        Quitar la imagen
      </button>
    </>
  )
}
