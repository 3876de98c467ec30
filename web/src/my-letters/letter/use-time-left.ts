import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { untilNextWords } from '../words/cancel-time.ts'

/** The batch is closed a little after its hour; until the page knows, it looks again this often. */
const lookAgainMs = 20_000

/**
 * The milliseconds left until `until`, by the server's clock, which `now` gives: a browser's own may be wrong.
 * Counted anew whenever the words for it change, and when the page is looked at again. `onPassed` is called when it
 * passes while the page is open, and again as long as nothing has come of it.
 */
export function useTimeLeft(until: string | null, now: string, onPassed: () => void) {
  // One reading for all: each newer one would make the count jump by the time its answer travelled.
  const [ahead] = useState(() => Date.now() - Date.parse(now))
  const [at, setAt] = useState(() => Date.now() - ahead)
  const passed = useEffectEvent(onPassed)
  const end = useMemo(() => (until === null ? undefined : Date.parse(until)), [until])

  useEffect(() => {
    if (end === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = (isLookedAt: boolean) => {
      clearTimeout(timer)
      const current = Date.now() - ahead
      const left = end - current
      setAt(current)
      if (left <= 0 && isLookedAt && document.visibilityState === 'visible') passed()
      timer = setTimeout(() => count(true), left > 0 ? untilNextWords(left) : lookAgainMs)
    }
    const onVisible = () => count(true)
    count(false)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [end, ahead])

  return { at: new Date(at), left: end === undefined ? undefined : end - at }
}
