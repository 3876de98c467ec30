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

/** `isNode`: a picture, else text. */
export type DocumentRange = { from: number; to: number; isNode?: boolean }

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined

/** The ranges of a problem; none when it concerns the whole letter or an address. */
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
 * Matches whole graphemes, as the server does, not parts of another. Firefox before 125 has no Segmenter
 * (docs/browsers.md) and matches those too.
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

/** All places of the `number`-th picture, from 1; repeated pictures count once. */
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

/** Moves the caret to the next range, from the last to the first; without ranges only focuses. */
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

/** `overflow`: the position where the letter becomes too long. */
export function goToProblem({ editor }: EditorSession, problem: PreviewProblem, overflow?: number): void {
  const role = { letter: undefined, sender: 'originAddress', recipient: 'destinationAddress' }[problem.at]
  if (role) document.getElementById(`edit-${role}`)?.focus()
  else goTo(editor.view, rangesOf(problem, editor.view.state.doc, overflow))
}

/** Removes the picture of a problem from the letter; undo restores it. */
export function takeOutPicture({ editor: { view } }: EditorSession, problem: PreviewProblem): void {
  const { tr, doc } = view.state
  for (const { from, to } of rangesOf(problem, doc, undefined).toReversed()) tr.delete(from, to)
  view.dispatch(tr)
  view.focus()
}

/** Notes that do not prevent sending (design/paper.md#photos). */
const notes = new Set(['picture-shows-through', 'picture-small', 'picture-blank', 'text-pale'])
export const isNote = ({ code }: PreviewProblem) => notes.has(code)

/** Problems that prevent sending, and notes; each leads to its place. Announced politely. */
export function Problems({
  problems,
  onGo,
  onTakeOut,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
  onTakeOut: (problem: PreviewProblem) => void
}) {
  const blocking = problems.filter((problem) => !isNote(problem))
  const quiet = problems.filter(isNote)
  return (
    <div aria-live="polite" className={styles.announced}>
      {blocking.length > 0 && (
        <div className={styles.problems}>
          <h3>{blocking.length === 1 ? 'Un problema' : `${blocking.length} problemas`}</h3>
          <List problems={blocking} onGo={onGo} onTakeOut={onTakeOut} />
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

/** The first unprintable sign, near Enviar while the preview is closed; a press leads to it (design/sending.md#printable). */
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

/** Offers to remove the picture that the refusal names by its number. */
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
