import { useState, useSyncExternalStore } from 'react'

type Kept = { codeSentTo?: string } | null

/** Whom a code was sent to, in the page's own entry of the history: on a phone it may be gone while the mail is read. */
const sentTo = () => (history.state as Kept)?.codeSentTo
export const rememberSentTo = (email: string | undefined): void =>
  history.replaceState(email ? ({ codeSentTo: email } satisfies Kept) : null, '')

const neverChanges = () => () => {}
// The prerendered page knows of no history.
const unknown = () => undefined

/** Whether somebody goes the way of the code here; `sentTo`: one was on its way when the page was loaded. */
export function useCodeWay(onError: (message: string | undefined) => void) {
  const kept = useSyncExternalStore(neverChanges, sentTo, unknown)
  const [chosen, choose] = useState<'code' | 'password'>()
  return {
    isOpen: chosen ? chosen === 'code' : kept !== undefined,
    sentTo: chosen ? undefined : kept,
    hasLeft: chosen === 'password',
    open: () => {
      onError(undefined)
      choose('code')
    },
    leave: () => choose('password'),
  }
}
