import { Plugin, PluginKey } from 'prosemirror-state'
import { type Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { readCaret } from './document/moved-caret.ts'

/** Decorations set from outside the editor; between updates they move with the text. */
export function decorationLayer(name: string) {
  const key = new PluginKey<DecorationSet>(name)
  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (change, old) =>
        (change.getMeta(key) as DecorationSet | undefined) ?? old.map(change.mapping, change.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  })
  return (view: EditorView, decorations: Decoration[]): void => {
    if (view.isDestroyed) return
    readCaret(view)
    const { state } = view
    // A letter opened meanwhile has a state without this plugin.
    const isKnown = key.getState(state) !== undefined
    if (!isKnown && !decorations.length) return
    if (!isKnown) view.updateState(state.reconfigure({ plugins: [...state.plugins, plugin] }))
    view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(view.state.doc, decorations)))
  }
}
