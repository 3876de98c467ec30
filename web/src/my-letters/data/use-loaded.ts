import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Answer, Refused } from '../../api.ts'
import { dropToken } from '../../session.ts'

const noNetwork = 'No hay conexión con el servidor. Compruébela e inténtelo de nuevo.'

/** The sentence of a refusal; every one of the server's has one. */
export const detailOf = ({ detail }: Refused): string => detail ?? noNetwork

/** What to do when the session has ended: sign in, and be told why (design.md#expired-session). */
export function useSignInAgain(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    navigate('/login?motivo=sesion', { replace: true })
    dropToken()
  }, [navigate])
}

export type Loaded<T> = { is: 'loading' } | { is: 'shown'; value: T } | { is: 'failed'; detail: string }
type Settled<T> = Exclude<Loaded<T>, { is: 'loading' }>

/** What a call answers, asked anew for each `id` and by `reload`. `show` puts a newer answer in its place. */
export function useLoaded<T>(call: (id: string) => Promise<Answer<T>>, id: string) {
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState<{ to: string; loaded: Settled<T> }>()
  const signInAgain = useSignInAgain()
  const question = `${id} ${attempt}`

  useEffect(() => {
    let isStale = false
    async function load() {
      const answer = await call(id)
      if (isStale) return
      if (answer.ok) setAnswered({ to: question, loaded: { is: 'shown', value: answer.body } })
      else if (answer.status === 401) signInAgain()
      else setAnswered({ to: question, loaded: { is: 'failed', detail: detailOf(answer) } })
    }
    void load()
    return () => {
      isStale = true
    }
  }, [call, id, question, signInAgain])

  const loaded: Loaded<T> = answered?.to === question ? answered.loaded : { is: 'loading' }
  const show = useCallback(
    (value: T) => setAnswered({ to: question, loaded: { is: 'shown', value } }),
    [question],
  )
  return { loaded, show, reload: () => setAttempt(attempt + 1) }
}
