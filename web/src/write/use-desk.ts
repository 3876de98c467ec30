import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSignedIn } from '../session.ts'
import { workOffline } from './draft-offline.ts'
import type { Keeping } from './draft-state.ts'
import { closeDesk, deskIn, isDeskOpen, type Desk, type Trouble } from './first-editor.ts'
import { pendingLetter } from './pending-letter.ts'
import { browserStore } from './storage.ts'

// Tells hydration that the children are not React's: else the page would be drawn anew and the caret lost.
const leaveAlone = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }

/** The letter's editor in its place; `placeProps` belong on that element. */
export function useDesk() {
  const place = useRef<HTMLDivElement>(null)
  const [isHydrating] = useState(isDeskOpen)
  const [desk, setDesk] = useState<Desk>()

  useEffect(() => {
    const here = place.current
    if (!here) return undefined
    setDesk(deskIn(here))
    return () => {
      // StrictMode cleans up once too often; the place is still in the page then.
      setTimeout(() => here.isConnected || closeDesk(here))
    }
  }, [])

  useEffect(workOffline, [])

  // With a token, a pending letter is the draft, also one that another tab left (specification, section 4).
  const isSignedIn = useSignedIn()
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void desk?.journal()?.settle('signed-out')
    wasSignedIn.current = isSignedIn
    if (!desk || !isSignedIn) return
    desk.keeper.flush()
    const pending = pendingLetter(browserStore())
    // What could not be kept whole is whole only here.
    if (!pending || desk.isUnkept()) return
    if (pending.content === desk.editor.html()) return
    void desk.journal()?.settle('older')
    desk.show(pending.content)
  }, [desk, isSignedIn])

  return { desk, placeProps: { id: 'letter', ref: place, ...(isHydrating && leaveAlone) } }
}

const nothing = () => () => undefined

/** How the letter is kept at this moment. */
export const useKeeping = (desk: Desk | undefined): Keeping =>
  useSyncExternalStore<Keeping>(
    desk?.onTrouble ?? nothing,
    () => desk?.keeping() ?? 'nothing-yet',
    () => 'nothing-yet',
  )

/** What last went wrong with pictures or with keeping the text. */
export const useTrouble = (desk: Desk | undefined): Trouble | undefined =>
  useSyncExternalStore(
    desk?.onTrouble ?? nothing,
    () => desk?.trouble(),
    () => undefined,
  )
