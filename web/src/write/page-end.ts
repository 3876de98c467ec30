import { maxPages } from '@lacre/letter/content/limits.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { Decoration, type EditorView } from 'prosemirror-view'
import type { Editor } from '../editor/editor.ts'
import { decorationLayer } from '../editor/decorations.ts'
import { keptLooks } from '../editor/kept-looks.ts'
import { measureOnPaper } from '../pages/estimate-pages.ts'
import './marks.css'

const setMark = decorationLayer('page-end')

/** The style sheet draws the words, so that they never become text of the letter. */
function line(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'page-end'
  mark.role = 'separator'
  mark.ariaLabel = `Hasta aquí caben ${maxPages} páginas`
  mark.contentEditable = 'false'
  return mark
}

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** The position of the first line that the estimate puts on page five. */
function findEnd(view: EditorView): number | undefined {
  const place = measureOnPaper(view.dom, keptLooks(), (sheet, mm, first) => {
    const limit = sheet.getBoundingClientRect().top + (first + (maxPages - 1) * profile.nextBody.h) * mm
    const range = document.createRange()
    const isBeyond = (text: Text, length: number) => {
      range.setStart(text, 0)
      range.setEnd(text, length)
      return range.getBoundingClientRect().bottom > limit
    }
    const texts = textsIn(sheet)
    const at = texts.findIndex((text) => isBeyond(text, text.length))
    const text = texts[at]
    if (!text) return undefined
    let [fits, beyond] = [0, text.length]
    while (beyond - fits > 1) {
      const middle = Math.floor((fits + beyond) / 2)
      if (isBeyond(text, middle)) beyond = middle
      else fits = middle
    }
    return { at, offset: fits }
  })
  const text = place && textsIn(view.dom)[place.at]
  return text && view.posAtDOM(text, place.offset)
}

const mark = (view: EditorView, at: number | undefined) =>
  setMark(view, at === undefined ? [] : [Decoration.widget(at, line, { key: 'page-end', side: -1 })])

const pauseMs = 500

/** Marks where page four ends, now and after each pause in writing. Returns how to stop. */
export function followPageEnd(editor: Editor): () => void {
  const { view } = editor
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => view.isDestroyed || mark(view, findEnd(view))
  const stop = editor.watchText(() => {
    clearTimeout(timer)
    timer = setTimeout(update, pauseMs)
  })
  update()
  return () => {
    clearTimeout(timer)
    stop()
    mark(view, undefined)
  }
}
