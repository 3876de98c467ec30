import { useEffect } from 'react'
import type { Editor } from '../editor/editor.ts'

export const photoBarId = 'photo-bar'

/** Opens the tools of a photo when it is selected; Enter moves the focus there (design/paper.md#photos). */
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every `open` does the same
  }, [editor])
}

/** On a phone the bar covers the letter: scrolls the photo into the part above it. */
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
