import { useEffect } from 'react'
import { useLazy } from '../ui/use-lazy.ts'
import { isWide } from './wide.ts'

const entry = 'vistaPrevia'

/** Whether the preview was open in this tab; a browser that forbids storage remembers nothing. */
function wasPreviewOpen(): boolean {
  try {
    return sessionStorage.getItem(entry) !== null
  } catch {
    return false
  }
}

function rememberPreview(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(entry, 'abierta')
    else sessionStorage.removeItem(entry)
  } catch {
    // It opens closed next time.
  }
}

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
