import { seconds } from '@lacre/letter/days.ts'
import { type RefCallback, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession, useSignedIn } from '../session.ts'
import type { Keeping, Trouble } from './draft-state.ts'
import { closeEditorSession, type EditorSession, editorSessionIn, isEditorOpen } from './editor-session.ts'
import { pendingLetter } from './draft.ts'

// Keeps hydration out of the editor: else React would redraw the page and lose the caret.
const leaveAlone = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }

/** The editor session; spread `hostProps` on its element. */
export function useEditorSession() {
  const [isHydrating] = useState(isEditorOpen)
  const [session, setSession] = useState<EditorSession>()
  const host: RefCallback<HTMLDivElement> = useCallback((here: HTMLDivElement) => {
    setSession(editorSessionIn(here))
    // StrictMode runs the cleanup twice; the host is then still in the page.
    return () => void setTimeout(() => here.isConnected || closeEditorSession(here))
  }, [])

  // Signed in, a pending letter is the draft, also one from another tab (specification, section 4).
  const isSignedIn = useSignedIn()
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void session?.store()?.addVersion('signed-out')
    wasSignedIn.current = isSignedIn
    if (!session || !isSignedIn) return
    session.flush()
    const pending = pendingLetter()
    // Only the editor holds the whole letter: do not replace it.
    if (!pending || session.state.isUnkept()) return
    if (pending.content === session.editor.html()) return
    void session.keepVersion('older').then((isKept) => isKept && session.show(pending.content))
  }, [session, isSignedIn])

  return { session, hostProps: { id: 'letter', ref: host, ...(isHydrating && leaveAlone) } }
}

const neverChanges = () => () => undefined
const useDraftState = <Part>(
  session: EditorSession | undefined,
  part: (state?: EditorSession['state']) => Part,
) =>
  useSyncExternalStore(
    session?.state.subscribe ?? neverChanges,
    () => part(session?.state),
    () => part(),
  )

export const useKeeping = (session: EditorSession | undefined): Keeping =>
  useDraftState(session, (state) => state?.keeping() ?? 'nothing-yet')

/** Why the account lacks the last changes, if it said so. */
export const useAccountProblem = (session: EditorSession | undefined): string | undefined =>
  useDraftState(session, (state) => state?.accountProblem())

export const useTrouble = (session: EditorSession | undefined): Trouble | undefined =>
  useDraftState(session, (state) => state?.trouble())

const loadAgainMs = seconds(30)
const notLoaded = 'Compruebe su conexión y vuelva a cargar la página.'
const loadProgram = () => import('./sync.ts')

/** Saves the letter in the account while signed in and the database is open (design/writing.md#account-drafts). */
export function useAccountCopy(session: EditorSession | undefined, load = loadProgram): void {
  const signedIn = useSession()
  useEffect(() => {
    if (!session || !signedIn) return undefined
    const { onAccountNews } = session.state
    let isLoading = false
    let isOver = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}

    async function begin() {
      const store = session?.store()
      if (!store || isLoading || isOver) return
      isLoading = true
      try {
        const { keepInAccount } = await load()
        if (isOver) return
        onAccountNews('not-kept')
        const mayTake = () => pendingLetter() === undefined
        stop = keepInAccount(store, mayTake, onAccountNews)
      } catch {
        if (isOver) return
        if (failures++) onAccountNews('not-kept', notLoaded)
        timer = setTimeout(() => {
          isLoading = false
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
