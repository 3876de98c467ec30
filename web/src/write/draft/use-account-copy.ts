import { useEffect } from 'react'
import { useSession } from '../../session.ts'
import type { EditorSession } from './editor-session.ts'
import { pendingLetter } from './storage/pending-letter.ts'
import { browserStore } from '../../storage.ts'

/** While one is signed in and the journal is there, the account keeps the letter too (design.md#account-drafts). */
export function useAccountCopy(session: EditorSession | undefined): void {
  const signedIn = useSession()
  useEffect(() => {
    if (!session || !signedIn) return undefined
    let isAsked = false
    let isOver = false
    let stop = () => {}

    async function begin() {
      const journal = session?.journal()
      if (!session || !journal || isAsked) return
      isAsked = true
      const { keepInAccount } = await import('./draft-account.ts')
      const hasPending = () => pendingLetter(browserStore()) !== undefined
      if (!isOver) stop = keepInAccount(journal, { hasPending, onNews: session.state.onAccountNews })
    }
    const tryIt = () => void begin().catch(() => {})
    tryIt()
    const forget = session.state.subscribe(tryIt)
    return () => {
      isOver = true
      forget()
      stop()
      session.state.onAccountNews('not-kept')
    }
  }, [session, signedIn])
}
