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

/** After a figure they are inches and minutes, unless a quotation is open. */
function quotationMark(sign: string, before: string, language: Language): string | null {
  const [open, close, openInner, closeInner] = quotationMarks(language)
  const last = before.slice(-1)
  const isDouble = sign === '"'
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close)
  if (/\d/.test(last) && !(isDouble && isOpen)) return null
  // In German what closes looks like what opens elsewhere.
  const isClosing = isDouble && isOpen && /\S/.test(last)
  if (opensAfter.test(last) && !isClosing) return isDouble ? open : openInner
  if (isDouble) return close
  return language === 'de' && before.lastIndexOf(openInner) > before.lastIndexOf(closeInner)
    ? closeInner
    : '’'
}

/** Signs and lists as they are typed; one Backspace undoes the last (editor/keys.ts). `language`: of the letter. */
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

/** Marks the only paragraph of an empty letter; the style sheet writes `data-placeholder` over it. */
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

/** A list while one writes: its first letter decides on which side its marks stand, as on paper; its HTML says nothing of it. */
const listView: NodeViewConstructor = ({ type, attrs }: Node) => {
  const list = document.createElement(tags[type.name] ?? 'ul')
  list.dir = 'auto'
  if (list instanceof HTMLOListElement && attrs.start !== 1) list.start = Number(attrs.start)
  return { dom: list, contentDOM: list }
}

/** Room for a line or two, where a keyboard leaves hardly any. */
const leastRoom = 56
const usual = 5

/**
 * How far from the edges of what is seen the caret stays, now. Tools stand over the letter, above it or below: its style sheet
 * knows where, and says so as the scroll margins of `host`.
 */
function clearOfTools(host: HTMLElement) {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(host)
  const most = Math.max(usual, (visualViewport?.height ?? innerHeight) - leastRoom)
  const bottom = Math.min(Number.parseFloat(scrollMarginBottom) || usual, most)
  return { top: Number.parseFloat(scrollMarginTop) || usual, bottom, left: usual, right: usual }
}

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
