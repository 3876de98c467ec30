import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { closeHistory } from 'prosemirror-history'
import { EditorState, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { Language } from '@lacre/letter/looks/languages.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'
import { photoHere } from './commands/photo.ts'
import { clearOfTools } from './clear-of-tools.ts'
import { formatOf } from './format.ts'
import { highlighting } from './highlight/highlighting.ts'
import { fromHtml, toHtml } from './document/html.ts'
import { keys } from './keys.ts'
import { listView } from './list-view.ts'
import { pasting } from './paste.ts'
import { movedCaret } from './document/moved-caret.ts'
import { pictureDrop, type PictureDeps } from './pictures/picture-drop.ts'
import { pictureView } from './pictures/picture-view.ts'
import { isEmpty, placeholder } from './placeholder.ts'
import { schema } from './document/schema.ts'
import { signing } from './signing.ts'
import { typing } from './typing.ts'
import { undoGroups, undoPlugins } from './undo.ts'

export type Editor = ReturnType<typeof openEditor>

/** The id of the hint on how to leave the editor by keyboard; the page writes it. */
export const editorHintId = 'letter-hint'

const looksIn = ({ doc }: EditorState) => doc.attrs.looks as Looks | null

/**
 * Opens the editor in `host`, without React, so that one can write before React is there.
 * `onChange` is given the whole letter as HTML after each change, `onLooks` the looks of a text that came or went with them.
 */
export function openEditor(
  host: HTMLElement,
  {
    html = '',
    onChange,
    onLooks,
    ...deps
  }: { html?: string; onChange?: (html: string) => void; onLooks?: (looks: Looks) => void } & PictureDeps,
) {
  const pictures = pictureDrop(deps)
  const plugins = [
    movedCaret(),
    ...undoPlugins(),
    ...keys(),
    typing(() => view.dom.lang as Language),
    pictures.plugin,
    dropCursor(),
    gapCursor(),
    highlighting(),
    signing(),
    placeholder('Escribe aquí tu carta...'),
  ]
  const begin = (text: string) =>
    EditorState.create({ schema, plugins, ...(text && { doc: fromHtml(text) }) })
  const watchers = new Set<() => void>()
  const notify = () => watchers.forEach((watch) => watch())
  const watch = (watcher: () => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }
  const groupUndo = undoGroups()

  const view = new EditorView(host, {
    state: begin(html),
    nodeViews: { image: pictureView, ordered_list: listView, bullet_list: listView },
    ...pasting(pictures.onLost),
    // Read once each time the caret is shown: which tools stand over the letter changes with the window.
    get scrollThreshold() {
      return clearOfTools(host)
    },
    get scrollMargin() {
      return clearOfTools(host)
    },
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Carta',
      'aria-describedby': editorHintId,
      spellcheck: 'true',
    },
    dispatchTransaction(change) {
      groupUndo(change, view.composing)
      const before = looksIn(view.state)
      view.updateState(view.state.apply(change))
      const looks = looksIn(view.state)
      if (looks && looks !== before) onLooks?.(looks)
      if (change.docChanged) onChange?.(toHtml(view.state.doc))
      notify()
    },
  })

  // No attribute of the view: a redrawing would set it back.
  view.dom.lang = 'es'

  return {
    /** Does it and gives the caret back to the letter. */
    run(command: Command) {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    /** Does it and leaves the focus where it is. */
    change: (command: Command) => void command(view.state, view.dispatch, view),
    photo: () => photoHere(view.state),
    /** Picture files go to the caret, in place of what is selected. */
    addPictures(files: File[]) {
      pictures.add(view, files)
      view.focus()
    },
    /** Resolves when no picture is on its way into the letter any more. */
    picturesSettled: pictures.settled,
    can: (command: Command) => command(view.state, undefined, view),
    format: () => formatOf(view.state),
    html: () => toHtml(view.state.doc),
    isEmpty: () => isEmpty(view.state.doc),
    /** Its words alone, whatever their looks; a break or a picture parts them. */
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\ufffc', '\ufffc'),
    /** Another letter: the undo history starts anew, `onChange` is not called. An empty one follows one that was sent or erased. */
    open(text: string) {
      if (text) pictures.leave(view.state.doc)
      view.updateState(begin(text))
      notify()
    },
    /** Another text in the place of this one, with looks of its own where they are known, as a change that can be undone. */
    replace(text: string, looks?: { before: Looks; after: Looks }) {
      const setLooks = ({ tr }: EditorState, its: Looks | undefined) =>
        its ? tr.setDocAttribute('looks', its) : tr
      pictures.leave(view.state.doc)
      // What undoing it goes back to.
      view.updateState(view.state.apply(setLooks(view.state, looks?.before).setMeta('addToHistory', false)))
      const { content } = view.state.doc
      const change = setLooks(view.state, looks?.after).replaceWith(0, content.size, fromHtml(text).content)
      view.dispatch(closeHistory(change))
      view.focus()
    },
    /** Calls `watcher` after each change of text or selection; returns how to stop. */
    watch,
    /** Only after a change of the text: the caret moves too. */
    watchText(watcher: () => void) {
      let { doc } = view.state
      return watch(() => {
        if (view.state.doc === doc) return
        doc = view.state.doc
        watcher()
      })
    },
    focus: () => view.focus(),
    /** For what is loaded later and stands in the text itself, as the marks of the preview do. */
    view,
    close() {
      pictures.leave(view.state.doc)
      view.destroy()
    },
  }
}
