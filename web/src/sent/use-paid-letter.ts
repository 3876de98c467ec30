import { useEffect, useState } from 'react'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { seconds } from '@lacre/letter/duration.ts'
import { readLetter } from '../api.ts'

/** The card provider tells the server by itself, mostly within a second. */
const lookAgainMs = seconds(1.5)
const mostLooks = 20

/** A letter, once the server knows it as paid; what the browser was told is no evidence (design.md#webhook-is-a-hint). */
export function usePaidLetter(id: string | undefined): LetterDetail | undefined {
  const [letter, setLetter] = useState<LetterDetail>()
  useEffect(() => {
    if (!id) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    async function look(letterId: string, looks: number) {
      const answer = await readLetter(letterId)
      if (isGone) return
      if (answer.ok && answer.body.paidAt) setLetter(answer.body)
      else if (looks < mostLooks) timer = setTimeout(() => void look(letterId, looks + 1), lookAgainMs)
    }
    void look(id, 1)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [id])
  return letter
}
