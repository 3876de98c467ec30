import { seconds } from '@lacre/letter/days.ts'
import { useEffect } from 'react'
import { useSession } from '../../session.ts'
import type { EditorSession } from './editor-session.ts'
import { pendingLetter } from './storage/pending-letter.ts'
import { browserStore } from '../../storage.ts'

const loadAgainMs = seconds(30)
const notLoaded = 'Compruebe su conexión y vuelva a cargar la página.'
const loadProgram = () => import('./draft-account.ts')

/** While one is signed in and the journal is there, the account keeps the letter too (design.md#account-drafts). */
export function useAccountCopy(session: EditorSession | undefined, load = loadProgram): void {
  const signedIn = useSession()
  useEffect(() => {
    if (!session || !signedIn) return undefined
    const { onAccountNews } = session.state
    let isAsked = false
    let isOver = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}

    async function begin() {
      const journal = session?.journal()
      if (!journal || isAsked || isOver) return
      isAsked = true
      try {
        const { keepInAccount } = await load()
        if (isOver) return
        onAccountNews('not-kept')
        const hasPending = () => pendingLetter(browserStore()) !== undefined
        stop = keepInAccount(journal, { hasPending, onNews: onAccountNews })
      } catch {
        if (isOver) return
        if (failures++) onAccountNews('not-kept', notLoaded)
        timer = setTimeout(() => {
          isAsked = false
          void begin()
        }, loadAgainMs)
      }
    }
    void begin()
    const forget = session.state.subscribe(() => void begin())
    return () => {
      isOver = true
      forget()
      clearTimeout(timer)
      stop()
      onAccountNews('not-kept')
    }
  }, [session, signedIn, load])
}
