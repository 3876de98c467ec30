import { useEffect } from 'react'
import { read, remove, tabStore, write } from '../storage.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { isWide } from './wide.ts'

const entry = 'vistaPrevia'

/** Whether the preview was open in this tab; a browser that forbids storage remembers nothing. */
const wasPreviewOpen = () => read(entry, tabStore()) !== null

/** The preview, open as one left it; but a drawer does not cover the letter by itself. */
export function usePreview() {
  const { isOpen, Loaded, open, close } = useLazy(() => import('./preview-panel.tsx'))
  useEffect(() => {
    if (wasPreviewOpen() && isWide()) open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the page was left
  }, [])

  return {
    isOpen,
    Panel: Loaded,
    toggle: () => {
      if (isOpen) {
        remove(entry, tabStore())
        close()
      } else {
        write(entry, 'abierta', tabStore())
        open()
      }
    },
  }
}
