import { useEffect } from 'react'
import { read, remove, tabStore, write } from '../storage.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { isWide } from './wide.ts'

const entry = 'vistaPrevia'

const wasPreviewOpen = () => read(entry, tabStore()) !== null

/** The preview, open again after a reload, except as a drawer, which would cover the letter. */
export function usePreview() {
  const { isOpen, Loaded, open, close } = useLazy(() => import('./preview-panel.tsx'))
  useEffect(() => {
    if (wasPreviewOpen() && isWide()) open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at opening
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
