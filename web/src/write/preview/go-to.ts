import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorSession } from '../draft/editor-session.ts'
import { rangesOf, type DocumentRange } from './problem-ranges.ts'

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
