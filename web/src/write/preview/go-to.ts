import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Place } from './places.ts'

/** The caret at the next of these places after where it stands, again at the first after the last; without any, where it is. */
export function goTo(view: EditorView, places: Place[]): void {
  const { selection } = view.state
  const next = places.find(({ from }) => from > selection.from) ?? places[0]
  view.focus()
  if (!next) return
  const caret = TextSelection.near(view.state.doc.resolve(next.from))
  view.dispatch(view.state.tr.setSelection(caret).scrollIntoView())
}
