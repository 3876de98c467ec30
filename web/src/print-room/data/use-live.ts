import { useCallback, useEffect, useRef, useState } from 'react'
import { detailOf, type Answer, type Refused } from '../../api.ts'

/** `late`: what is shown may have changed, since asking again has failed. */
export type Live<T> =
  { is: 'loading' } | { is: 'failed'; detail: string } | { is: 'shown'; value: T; at: Date; late?: string }

const everyMs = 30_000
const leastMs = 15_000

/**
 * What a call answers for `id`, asked again every half minute while somebody can see it, when they come back to it,
 * and by `reload`. What is shown stays until something newer is there; an answer older than an action is dropped.
 */
export function useLive<T>(
  call: (id: string) => Promise<Answer<T>>,
  id: string,
  redirectIfUnauthorized: (refused: Refused) => boolean,
) {
  const [{ of, live }, set] = useState<{ of: string; live: Live<T> }>({ of: id, live: { is: 'loading' } })
  const newest = useRef(0)
  const askAnew = useRef<() => void>(undefined)

  useEffect(() => {
    let isStale = false
    let askedAt = 0
    async function load() {
      const mine = ++newest.current
      askedAt = Date.now()
      const answer = await call(id)
      if (isStale || mine !== newest.current) return
      if (answer.ok) set({ of: id, live: { is: 'shown', value: answer.body, at: new Date() } })
      else if (!redirectIfUnauthorized(answer))
        set((was) => ({ of: id, live: lateOr(was.of === id && was.live, answer) }))
    }
    const loadAgain = () => {
      if (!document.hidden && Date.now() - askedAt >= leastMs) void load()
    }
    askAnew.current = () => void load()
    void load()
    const timer = setInterval(loadAgain, everyMs)
    document.addEventListener('visibilitychange', loadAgain)
    return () => {
      isStale = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', loadAgain)
    }
  }, [call, id, redirectIfUnauthorized])

  const reload = useCallback(() => askAnew.current?.(), [])
  /** A newer answer, which an action has brought. */
  function show(value: T) {
    newest.current++
    set({ of: id, live: { is: 'shown', value, at: new Date() } })
  }

  const known: Live<T> = of === id ? live : { is: 'loading' }
  return { live: known, reload, show }
}

/** What was shown stays, and is marked as old. */
function lateOr<T>(live: Live<T> | false, refused: Refused): Live<T> {
  const detail = detailOf(refused)
  return live && live.is === 'shown' ? { ...live, late: detail } : { is: 'failed', detail }
}
