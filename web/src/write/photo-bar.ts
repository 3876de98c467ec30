import { useEffect } from 'react'
import type { Editor } from '../editor/editor.ts'

export const photoBarId = 'photo-bar'

/** Picking a picture opens the tools, where its size and caption are; Enter goes there (design/paper.md#photos). */
export function usePhotoBar(editor: Editor | undefined, open: () => void) {
  useEffect(() => {
    if (!editor) return undefined
    const { dom } = editor.view
    let last: number | undefined
    function look() {
      const at = editor?.photo()?.at
      if (at !== undefined && at !== last) open()
      last = at
    }
    function onKey(event: KeyboardEvent) {
      const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey
      if (!isEnter || !editor?.photo()) return
      open()
      document.getElementById(photoBarId)?.querySelector('button')?.focus()
    }
    look()
    const stop = editor.watch(look)
    dom.addEventListener('keydown', onKey, { capture: true })
    return () => {
      stop()
      dom.removeEventListener('keydown', onKey, { capture: true })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` does the same whenever it was made
  }, [editor])
}

/** On a phone the bar stands over the letter: the photo it belongs to is scrolled into what is left above. */
export function showAboveBar({ view, photo }: Editor) {
  const at = photo()?.at
  const picture = at === undefined ? undefined : view.nodeDOM(at)
  const bar = document.getElementById(photoBarId)?.parentElement
  if (!(picture instanceof Element) || !bar || getComputedStyle(bar).position !== 'fixed') return
  const { top, bottom } = picture.getBoundingClientRect()
  const covered = bottom + margin - bar.getBoundingClientRect().top
  if (covered > 0) scrollBy({ top: Math.min(covered, top - margin) })
}
const margin = 8
