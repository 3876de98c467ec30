import { useEffect, useState } from 'react'
import type { FrozenPages } from './frozen-pages.tsx'

/** What shows the pages, loaded when there is something to pay; undefined until then, or when it cannot be loaded. */
export function useFrozenPages(): { Pages: typeof FrozenPages | undefined } {
  const [Pages, setPages] = useState<typeof FrozenPages>()
  useEffect(() => {
    let isGone = false
    import('./frozen-pages.tsx').then(
      ({ FrozenPages }) => isGone || setPages(() => FrozenPages),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return { Pages }
}
