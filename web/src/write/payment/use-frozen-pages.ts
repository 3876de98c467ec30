import { useEffect, useState } from 'react'
import type { FrozenPages } from './frozen-pages.tsx'

type Loaded = { Pages: typeof FrozenPages | undefined }

/** What shows the pages, loaded when there is something to pay: undefined until then, empty when it cannot be. */
export function useFrozenPages(): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isGone = false
    import('./frozen-pages.tsx').then(
      ({ FrozenPages }) => isGone || setLoaded({ Pages: FrozenPages }),
      () => isGone || setLoaded({ Pages: undefined }),
    )
    return () => {
      isGone = true
    }
  }, [])
  return loaded
}
