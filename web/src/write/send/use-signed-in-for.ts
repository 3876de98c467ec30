import { useEffect, useSyncExternalStore, type RefObject } from 'react'
import { token } from '../../session.ts'
import { keys, read } from '../../storage.ts'

const never = () => () => {}
const hasReturned = () => token() !== undefined && read(keys.pendingLetter) !== null

/** Whether somebody has signed in to send the letter that waited: then `send`, once it is `ready`, has the focus. */
export function useSignedInFor(send: RefObject<HTMLElement | null>, ready: boolean): boolean {
  const isBack = useSyncExternalStore(never, hasReturned, () => false)
  useEffect(() => {
    const focused = document.activeElement
    if (isBack && ready && (focused === document.body || focused?.tagName === 'H1')) send.current?.focus()
  }, [isBack, ready, send])
  return isBack
}
