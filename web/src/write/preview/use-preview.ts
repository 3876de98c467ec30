import { useEffect, useState, useSyncExternalStore } from 'react'
import { setMissing } from '../parts/missing-part.ts'
import type { PreviewPanel } from './preview-panel.tsx'
import { rememberPreview, wasPreviewOpen } from './remembered.ts'
import { isWide } from './wide.ts'

const never = () => () => undefined
// As one left it; but a drawer does not cover the letter by itself.
const isOpenAtFirst = () => wasPreviewOpen() && isWide()

/** Whether the preview is open; what it is made of is loaded when it is opened first. */
export function usePreview() {
  const wasOpen = useSyncExternalStore(never, isOpenAtFirst, () => false)
  const [chosen, choose] = useState<boolean>()
  const [Loaded, setLoaded] = useState<typeof PreviewPanel>()
  const isOpen = chosen ?? wasOpen

  useEffect(() => {
    if (!isOpen || Loaded) return
    import('./preview-panel.tsx').then(
      ({ PreviewPanel }) => {
        setLoaded(() => PreviewPanel)
        setMissing(false)
      },
      () => {
        choose(false)
        setMissing(true)
      },
    )
  }, [isOpen, Loaded])

  return {
    isOpen,
    Panel: isOpen ? Loaded : undefined,
    toggle: () => {
      rememberPreview(!isOpen)
      choose(!isOpen)
    },
  }
}
