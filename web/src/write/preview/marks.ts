import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { readCaret } from '../editor/document/moved-caret.ts'
import './marks.css'
import type { DocumentRange } from './problem-ranges.ts'

type Marked = { problem: PreviewProblem; ranges: DocumentRange[] }

const key = new PluginKey<DecorationSet>('preview-problems')

const marks = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    // Until the next answer a mark goes where its words go.
    apply: (change, old) =>
      (change.getMeta(key) as DecorationSet | undefined) ?? old.map(change.mapping, change.doc),
  },
  props: { decorations: (state) => key.getState(state) },
})

/** Shows the problems at their ranges in the letter, without changing it. None takes the marks away. */
export function markProblems(view: EditorView, marked: Marked[]): void {
  if (view.isDestroyed) return
  readCaret(view)
  const { state } = view
  // Another letter that was opened meanwhile came without these marks.
  const isKnown = key.getState(state) !== undefined
  if (!isKnown && marked.length === 0) return
  if (!isKnown) view.updateState(state.reconfigure({ plugins: [...state.plugins, marks] }))
  const decorations = marked.flatMap(({ problem, ranges }) =>
    ranges.map(({ from, to, isNode }) => {
      const look = {
        class: problem.code === 'letter-too-long' ? 'is-beyond' : 'has-problem',
        title: problem.detail,
      }
      return isNode ? Decoration.node(from, to, look) : Decoration.inline(from, to, look)
    }),
  )
  view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(view.state.doc, decorations)))
}
