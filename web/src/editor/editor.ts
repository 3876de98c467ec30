import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { closeHistory } from 'prosemirror-history'
import { type Command, EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, EditorView, type NodeViewConstructor } from 'prosemirror-view'
import { type Language, opensAfter, quotationMarks } from '@lacre/letter/looks/languages.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'
import type { Node } from 'prosemirror-model'
import { InputRule, inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { photoHere } from './commands/photo.ts'
import { formatOf } from './format.ts'
import { highlighting } from './highlight/highlighting.ts'
import { fromHtml, toHtml } from './document/html.ts'
import { keys } from './keys.ts'
import { pasting } from './paste.ts'
import { movedCaret } from './document/moved-caret.ts'
import { type PictureDeps, pictureDrop } from './pictures/picture-drop.ts'
import { pictureView } from './pictures/picture-view.ts'
import { schema } from './document/schema.ts'
import { signing } from './signing.ts'
import { undoGroups, undoPlugins } from './undo.ts'

const { bullet_list, ordered_list } = schema.nodes

/** Typographic quotation marks; after a digit the sign means inches or minutes, unless a quotation is open. */
function quotationMark(sign: string, before: string, language: Language): string | null {
  const [open, close, openInner, closeInner] = quotationMarks(language)
  const last = before.slice(-1)
  const isDouble = sign === '"'
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close)
  if (/\d/.test(last) && !(isDouble && isOpen)) return null
  // The German closing mark is the opening mark of other languages.
  const isClosing = isDouble && isOpen && /\S/.test(last)
  if (opensAfter.test(last) && !isClosing) return isDouble ? open : openInner
  if (isDouble) return close
  return language === 'de' && before.lastIndexOf(openInner) > before.lastIndexOf(closeInner)
    ? closeInner
    : '’'
}

/** Replaces signs and begins lists while typing; Backspace undoes the last one (editor/keys.ts). */
const typing = (language: () => Language) =>
  inputRules({
    rules: [
      new InputRule(/["']$/, ({ tr }, { 0: sign, input = '', index }, from, to) => {
        const mark = quotationMark(sign, input.slice(0, index), language())
        return mark === null ? null : tr.insertText(mark, from, to)
      }),
      new InputRule(/(?<=^|[\s\p{L}])--$/u, '—'),
      new InputRule(/(?<!\.)\.{3}$/, '…'),
      wrappingInputRule(/^[-*]\s$/, bullet_list),
      wrappingInputRule(/^1\.\s$/, ordered_list),
    ],
  })

const isEmpty = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 && firstChild?.type === schema.nodes.paragraph && firstChild.content.size === 0

/** Marks the paragraph of an empty letter; the style sheet shows `data-placeholder` on it. */
const placeholder = (text: string) =>
  new Plugin({
    props: {
      decorations: ({ doc }) =>
        isEmpty(doc)
          ? DecorationSet.create(doc, [
              Decoration.node(0, doc.content.size, { class: 'is-empty', 'data-placeholder': text }),
            ])
          : null,
    },
  })

const tags: Record<string, 'ol' | 'ul'> = { ordered_list: 'ol', bullet_list: 'ul' }

/** `dir="auto"` only in the view: the first letter decides the side of the list markers, as on paper. */
const listView: NodeViewConstructor = ({ type, attrs }: Node) => {
  const list = document.createElement(tags[type.name] ?? 'ul')
  list.dir = 'auto'
  if (list instanceof HTMLOListElement && attrs.start !== 1) list.start = Number(attrs.start)
  return { dom: list, contentDOM: list }
}

/** Room for a line or two above an on-screen keyboard, in pixels. */
const leastRoom = 56
const usual = 5

/**
 * Distance of the caret from the edges of the viewport. Toolbars cover part of it, above or below; the style sheet gives
 * their height as the scroll margins of `host`.
 */
function clearOfTools(host: HTMLElement) {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(host)
  const most = Math.max(usual, (visualViewport?.height ?? innerHeight) - leastRoom)
  const bottom = Math.min(Number.parseFloat(scrollMarginBottom) || usual, most)
  return { top: Number.parseFloat(scrollMarginTop) || usual, bottom, left: usual, right: usual }
}

export type Editor = ReturnType<typeof openEditor>

/** The id of the hint on how to leave the editor by keyboard, which the page renders. */
export const editorHintId = 'letter-hint'

const looksIn = ({ doc }: EditorState) => doc.attrs.looks as Looks | null

/**
 * Opens the editor in `host` without React, so that it works before hydration.
 * `onChange` gets the whole letter as HTML after each change, `onLooks` the looks of a text that `replace` or undo put in.
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
    // Getters: the covered height changes with the window.
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

  // Not an attribute of the view: each redraw would reset it.
  view.dom.lang = 'es'

  return {
    /** Runs the command and focuses the letter. */
    run(command: Command) {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    /** Runs the command and leaves the focus. */
    change: (command: Command) => void command(view.state, view.dispatch, view),
    photo: () => photoHere(view.state),
    /** Inserts picture files in place of the selection. */
    addPictures(files: File[]) {
      pictures.add(view, files)
      view.focus()
    },
    /** Resolves when no picture is loading any more. */
    picturesSettled: pictures.settled,
    can: (command: Command) => command(view.state, undefined, view),
    format: () => formatOf(view.state),
    html: () => toHtml(view.state.doc),
    isEmpty: () => isEmpty(view.state.doc),
    /** Plain text, with U+FFFC for breaks and pictures. */
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\ufffc', '\ufffc'),
    /** Opens another letter with an empty undo history; `onChange` is not called. Empty text: the last letter was sent or erased. */
    open(text: string) {
      if (text) pictures.leave(view.state.doc)
      view.updateState(begin(text))
      notify()
    },
    /** Replaces the text, and its looks where known, as one change that can be undone. */
    replace(text: string, looks?: { before: Looks; after: Looks }) {
      const setLooks = ({ tr }: EditorState, its: Looks | undefined) =>
        its ? tr.setDocAttribute('looks', its) : tr
      pictures.leave(view.state.doc)
      // The state that undo returns to.
      view.updateState(view.state.apply(setLooks(view.state, looks?.before).setMeta('addToHistory', false)))
      const { content } = view.state.doc
      const change = setLooks(view.state, looks?.after).replaceWith(0, content.size, fromHtml(text).content)
      view.dispatch(closeHistory(change))
      view.focus()
    },
    /** After each change of text or selection. Returns how to stop. */
    watch,
    /** After each change of the text only. Returns how to stop. */
    watchText(watcher: () => void) {
      let { doc } = view.state
      return watch(() => {
        if (view.state.doc === doc) return
        doc = view.state.doc
        watcher()
      })
    },
    focus: () => view.focus(),
    /** For lazy parts that decorate the text, as the marks of the preview do. */
    view,
    close() {
      pictures.leave(view.state.doc)
      view.destroy()
    },
  }
}
