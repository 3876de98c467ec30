import { useEffect } from 'react'
import { useLazy } from '../parts/use-lazy.ts'
import { rememberPreview, wasPreviewOpen } from './remembered.ts'
import { isWide } from './wide.ts'

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
      rememberPreview(!isOpen)
      if (isOpen) close()
      else open()
    },
  }
}
