import { useEffect, useState } from 'react'
import { config } from '../../api.ts'
import { notLoaded, type Cards } from '../../outside/card-form.ts'
import { openCards } from '../../outside/cards.ts'

/** The card provider this server uses; until it is there undefined, and a sentence when it cannot come. */
export function useCards(): { cards: Cards | undefined; failure: string | undefined } {
  const [cards, setCards] = useState<Cards>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isGone = false
    async function open() {
      const answer = await config()
      if (!answer.ok) return setFailure(notLoaded)
      const opened = await openCards(answer.body.cards)
      if (!isGone) setCards(opened)
    }
    open().catch(() => isGone || setFailure(notLoaded))
    return () => {
      isGone = true
    }
  }, [])
  return { cards, failure }
}
