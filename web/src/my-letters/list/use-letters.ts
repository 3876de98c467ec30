import type { LetterPage, LetterSummary, SearchLettersBody } from '@lacre/letter/calls.ts'
import { detailOf, type Answer } from '../../api.ts'
import { useLoaded } from '../../use-loaded.ts'
import { searchLetters } from '../data/letter-calls.ts'

/** `added`: how many the last page brought. `more`: how asking for older ones goes, where `next` says there are some. */
export type Letters = LetterPage & { added: number; more: 'ready' | 'busy' | { failed: string } }
export type Search = Omit<SearchLettersBody, 'cursor'>

async function firstPage(search: Search): Promise<Answer<Letters>> {
  const answer = await searchLetters(search)
  return answer.ok ? { ok: true, body: { ...answer.body, added: 0, more: 'ready' } } : answer
}

/** The letters of a search, newest first, page by page. */
export function useLetters(search: Search) {
  const { loaded, change, reload } = useLoaded(firstPage, search)

  async function showMore() {
    if (loaded.is !== 'shown' || loaded.value.more === 'busy' || !loaded.value.next) return
    change((shown) => ({ ...shown, more: 'busy' }))
    const answer = await searchLetters({ ...search, cursor: loaded.value.next })
    change((shown) => {
      if (!answer.ok) return { ...shown, more: { failed: detailOf(answer) } }
      const { letters: page, next } = answer.body
      return { letters: [...shown.letters, ...page], added: page.length, next, more: 'ready' }
    })
  }

  /** Letters that have changed since they were read. */
  const replace = (changed: readonly LetterSummary[]) =>
    change((shown) => ({
      ...shown,
      letters: shown.letters.map((one) => changed.find(({ id }) => id === one.id) ?? one),
    }))

  return { loaded, reload, showMore: () => void showMore(), replace }
}
