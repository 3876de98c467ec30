import { useCallback, useEffect, useState } from 'react'
import { detailOf, type Answer } from './api.ts'
import { useSignInAgain } from './use-sign-in.ts'

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
