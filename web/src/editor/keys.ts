import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { Plugin, TextSelection, type Command } from 'prosemirror-state'
import { photoHere } from './commands/photo.ts'
import { schema } from './document/schema.ts'
import { redo, undo } from './undo.ts'

const { nodes, marks } = schema

const lineBreak: Command = chainCommands(exitCode, ({ tr }, dispatch) => {
  dispatch?.(tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

// A text selection, not the whole document, so that every format command works on it.
const selectAll: Command = ({ tr, doc }, dispatch) => {
  dispatch?.(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))))
  return true
}

/** Enter on a selected photo opens its tools (write/photo-bar.ts); until they have loaded it must not replace the photo. */
const keepPhoto: Command = (state) => !!photoHere(state)

/**
 * Tab moves list items only; elsewhere it leaves the editor. After Escape it leaves a list too, so that the keyboard is
 * never trapped (WCAG 2.1.2); the editor's description says so.
 */
function tabs() {
  let isLeaving = false
  const inList = keymap({ Tab: sinkListItem(nodes.list_item), 'Shift-Tab': liftListItem(nodes.list_item) })
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        // WebKit on Linux reports Shift+Tab only by `code`.
        if (event.key === 'Tab' || event.code === 'Tab')
          return !isLeaving && (inList.props.handleKeyDown?.call(inList, view, event) ?? false)
        if (event.key !== 'Shift') isLeaving = event.key === 'Escape'
        return false
      },
      handleDOMEvents: {
        blur() {
          isLeaving = false
          return false
        },
      },
    },
  })
}

export const keys = () => [
  tabs(),
  keymap({
    'Mod-a': selectAll,
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-u': toggleMark(marks.underline),
    Backspace: undoInputRule,
    Enter: chainCommands(keepPhoto, splitListItem(nodes.list_item)),
    'Shift-Enter': lineBreak,
  }),
  keymap(baseKeymap),
]
