import { useEffect, useState } from 'react'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { seconds } from '@lacre/letter/days.ts'
import { readLetter } from '../api.ts'
import { useSession } from '../session.ts'

/** The card provider tells the server by itself, mostly within a second. */
const lookAgainMs = seconds(1.5)
const mostLooks = 20

/** A letter, once the server knows it as paid; what the browser was told is no evidence (design.md#webhook-is-a-hint). */
export function usePaidLetter(id: string | undefined): LetterDetail | undefined {
  const session = useSession()
  const [paid, setPaid] = useState<{ letter: LetterDetail; of: string }>()
  useEffect(() => {
    if (!id || !session) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    async function look(letterId: string, of: string, looks: number) {
      const answer = await readLetter(letterId)
      if (isGone) return
      if (answer.ok && answer.body.paidAt) setPaid({ letter: answer.body, of })
      else if (looks < mostLooks) timer = setTimeout(() => void look(letterId, of, looks + 1), lookAgainMs)
    }
    void look(id, session, 1)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [id, session])
  return paid && paid.of === session ? paid.letter : undefined
}
