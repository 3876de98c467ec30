import { seconds } from '@lacre/letter/days.ts'
import { type RefCallback, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession, useSignedIn } from '../session.ts'
import type { Keeping, Trouble } from './draft-state.ts'
import { closeEditorSession, type EditorSession, editorSessionIn, isEditorOpen } from './editor-session.ts'
import { pendingLetter } from './draft.ts'

// Tells hydration that the children are not React's: else the page would be drawn anew and the caret lost.
const leaveAlone = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }

/** The letter's editor in its host; `hostProps` belong on that element. */
export function useEditorSession() {
  const [isHydrating] = useState(isEditorOpen)
  const [session, setSession] = useState<EditorSession>()
  const host: RefCallback<HTMLDivElement> = useCallback((here: HTMLDivElement) => {
    setSession(editorSessionIn(here))
    // StrictMode cleans up once too often; the host is still in the page then.
    return () => void setTimeout(() => here.isConnected || closeEditorSession(here))
  }, [])

  // With a token, a pending letter is the draft, also one that another tab left (specification, section 4).
  const isSignedIn = useSignedIn()
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void session?.store()?.addVersion('signed-out')
    wasSignedIn.current = isSignedIn
    if (!session || !isSignedIn) return
    session.flush()
    const pending = pendingLetter()
    // What could not be kept whole is whole only here.
    if (!pending || session.state.isUnkept()) return
    if (pending.content === session.editor.html()) return
    void session.keepVersion('older').then((isKept) => isKept && session.show(pending.content))
  }, [session, isSignedIn])

  return { session, hostProps: { id: 'letter', ref: host, ...(isHydrating && leaveAlone) } }
}

const nothing = () => () => undefined
const useStateOf = <Part>(
  session: EditorSession | undefined,
  part: (state?: EditorSession['state']) => Part,
) =>
  useSyncExternalStore(
    session?.state.subscribe ?? nothing,
    () => part(session?.state),
    () => part(),
  )

/** How the letter is kept at this moment. */
export const useKeeping = (session: EditorSession | undefined): Keeping =>
  useStateOf(session, (state) => state?.keeping() ?? 'nothing-yet')

/** Why the account has not the last changes, where it said so. */
export const useAccountProblem = (session: EditorSession | undefined): string | undefined =>
  useStateOf(session, (state) => state?.accountProblem())

/** What last went wrong with pictures or with keeping the text. */
export const useTrouble = (session: EditorSession | undefined): Trouble | undefined =>
  useStateOf(session, (state) => state?.trouble())

const loadAgainMs = seconds(30)
const notLoaded = 'Compruebe su conexión y vuelva a cargar la página.'
const loadProgram = () => import('./sync.ts')

/** While signed in and once the versions are there, the account keeps the letter too (design/writing.md#account-drafts). */
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
      const store = session?.store()
      if (!store || isAsked || isOver) return
      isAsked = true
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
