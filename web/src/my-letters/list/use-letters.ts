import { useCallback, useEffect, useState } from 'react'
import type { LetterSummary, SearchLettersBody } from '@lacre/letter/calls.ts'
import { searchLetters } from '../data/letter-calls.ts'
import { detailOf } from '../../api.ts'
import { useSignInAgain } from '../../use-sign-in.ts'

/** `added`: how many the last page brought. `more`: whether there may be older ones, and how asking for them goes. */
export type Letters =
  | { is: 'loading' }
  | { is: 'failed'; detail: string }
  | {
      is: 'shown'
      letters: LetterSummary[]
      added: number
      next: string | null
      more: 'ready' | 'busy' | { failed: string }
    }
type Shown = Extract<Letters, { is: 'shown' }>
export type Search = Omit<SearchLettersBody, 'cursor'>

/** The letters of a search, newest first, page by page. The newest question wins. */
export function useLetters(search: Search) {
  const [question, setQuestion] = useState({ search })
  if (question.search !== search) setQuestion({ search })
  const [answered, setAnswered] = useState<{ to: typeof question; letters: Letters }>()
  const letters: Letters = answered?.to === question ? answered.letters : { is: 'loading' }
  const signInAgain = useSignInAgain()

  useEffect(() => {
    let isStale = false
    async function begin() {
      const answer = await searchLetters(question.search)
      if (isStale) return
      if (answer.ok) {
        const { letters: first, next } = answer.body
        setAnswered({ to: question, letters: { is: 'shown', letters: first, added: 0, next, more: 'ready' } })
      } else if (answer.status === 401) signInAgain()
      else setAnswered({ to: question, letters: { is: 'failed', detail: detailOf(answer) } })
    }
    void begin()
    return () => {
      isStale = true
    }
  }, [question, signInAgain])

  /** Changes what is shown, unless something else was asked for meanwhile. */
  const change = useCallback(
    (how: (shown: Shown) => Letters) =>
      setAnswered((now) =>
        now?.to === question && now.letters.is === 'shown'
          ? { to: question, letters: how(now.letters) }
          : now,
      ),
    [question],
  )

  async function showMore() {
    if (letters.is !== 'shown' || letters.more === 'busy' || !letters.next) return
    change((shown) => ({ ...shown, more: 'busy' }))
    const answer = await searchLetters({ ...search, cursor: letters.next })
    if (!answer.ok && answer.status === 401) return signInAgain()
    change((shown) => {
      if (!answer.ok) return { ...shown, more: { failed: detailOf(answer) } }
      const { letters: page, next } = answer.body
      return { ...shown, letters: [...shown.letters, ...page], added: page.length, next, more: 'ready' }
    })
  }

  /** A letter that was changed while it was looked at. */
  const replace = useCallback(
    (changed: LetterSummary) =>
      change((shown) => ({
        ...shown,
        letters: shown.letters.map((one) => (one.id === changed.id ? changed : one)),
      })),
    [change],
  )

  return { letters, reload: () => setQuestion({ search }), showMore: () => void showMore(), replace }
}
