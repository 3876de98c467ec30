import { useEffect, useState } from 'react'
import { detailOf, type Answer } from './api.ts'

export type Loaded<T> = { is: 'loading' } | { is: 'shown'; value: T } | { is: 'failed'; detail: string }
type Settled<T> = Exclude<Loaded<T>, { is: 'loading' }>

/** What a call answers, asked anew for each `question` and by `reload`. The newest question wins. */
export function useLoaded<Question, T>(call: (question: Question) => Promise<Answer<T>>, question: Question) {
  const [asked, setAsked] = useState({ question })
  if (asked.question !== question) setAsked({ question })
  const [answered, setAnswered] = useState<{ to: typeof asked; loaded: Settled<T> }>()

  useEffect(() => {
    let isStale = false
    async function load() {
      const answer = await call(asked.question)
      if (isStale) return
      if (answer.ok) setAnswered({ to: asked, loaded: { is: 'shown', value: answer.body } })
      else setAnswered({ to: asked, loaded: { is: 'failed', detail: detailOf(answer) } })
    }
    void load()
    return () => {
      isStale = true
    }
  }, [call, asked])

  const loaded: Loaded<T> = answered?.to === asked ? answered.loaded : { is: 'loading' }
  /** Changes what is shown, unless something else was asked meanwhile. */
  const change = (how: (shown: T) => T) =>
    setAnswered((now) =>
      now?.to === asked && now.loaded.is === 'shown'
        ? { to: asked, loaded: { is: 'shown', value: how(now.loaded.value) } }
        : now,
    )
  return { loaded, change, reload: () => setAsked({ question }) }
}
