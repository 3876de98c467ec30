import { useEffect } from 'react'
import { useSignedIn } from '../session.ts'
import type { Desk } from './first-editor.ts'
import { pendingLetter } from './pending-letter.ts'
import { browserStore } from './storage.ts'

/** While one is signed in, and the journal is there, the letter is kept in the account too (design, section 4). */
export function useAccountCopy(desk: Desk | undefined): void {
  const isSignedIn = useSignedIn()
  useEffect(() => {
    if (!desk || !isSignedIn) return undefined
    let isAsked = false
    let isOver = false
    let stop = () => {}

    async function begin() {
      const journal = desk?.journal()
      if (!desk || !journal || isAsked) return
      isAsked = true
      const { keepInAccount } = await import('./draft-account.ts')
      const hasPending = () => pendingLetter(browserStore()) !== undefined
      if (!isOver) stop = keepInAccount(journal, { hasPending, onNews: desk.accountSaid })
    }
    const tryIt = () => void begin().catch(() => {})
    tryIt()
    const forget = desk.onTrouble(tryIt)
    return () => {
      isOver = true
      forget()
      stop()
      desk.accountSaid('not-kept')
    }
  }, [desk, isSignedIn])
}
