import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type Answer, detailOf, type Refused } from '../api.ts'
import { Loading } from '../ui/display.tsx'
import { Retry } from '../ui/notice.tsx'
import styles from './view.module.css'
import { clockTime } from './words.ts'

/** What every part of the console shares. */
export type ConsoleContext = {
  /** Asks the totals of the navigation and of today anew, after an action. */
  refresh: () => void
  /** This account is no operator any more: true when that led away from the console. */
  redirectIfUnauthorized: (refused: Refused) => boolean
}

const context = createContext<ConsoleContext | undefined>(undefined)
export const ConsoleProvider = context.Provider

/** @throws Error outside of the console. */
export function useConsole(): ConsoleContext {
  const shared = useContext(context)
  if (!shared) throw new Error('outside of the console')
  return shared
}

const unknownResult =
  'No ha llegado la respuesta del servidor y no se sabe si se ha hecho. Mire los datos antes de repetirlo.'

/** Of an action: without an answer nobody knows whether it was done (design.md#unknown-is-a-state). */
export const detailOfAction = ({ detail }: Refused): string => detail ?? unknownResult

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

/** Data that are on their way, could not be had, or are there; and whether they are of this moment. */
export function LiveData<T>({
  live,
  loading,
  onReload,
  children,
}: {
  live: Live<T>
  loading: string
  onReload: () => void
  children: (value: T) => ReactNode
}) {
  if (live.is === 'loading') return <Loading>{loading}</Loading>
  if (live.is === 'failed')
    return (
      <div className={styles.notices}>
        <Retry onRetry={onReload}>{live.detail}</Retry>
      </div>
    )
  return (
    <>
      {live.late && (
        <div className={styles.notices}>
          <Retry onRetry={onReload}>
            {live.late} Lo que ve es de las {clockTime(live.at)} y puede haber cambiado.
          </Retry>
        </div>
      )}
      {children(live.value)}
    </>
  )
}
