import { useEffect, useSyncExternalStore } from 'react'
import { readReply } from '@lacre/letter/address/reply-code.ts'
import { createListeners, keys, read, remove, tabStore, write } from '../../storage.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'

type Kept = { reply?: string } | null
/** The addresses that a reply code brought, and how that ended. */
type Reply = { addresses?: Addresses | undefined; end?: 'filled' | 'left' }

const nothing: Reply = {}
const { notify, subscribe } = createListeners()
let reply = nothing

/** The addresses are used or left, the draft is erased, or the page is: nothing keeps them any more. */
export function forgetReply(end?: 'filled' | 'left'): void {
  remove(keys.reply, tabStore())
  reply = end ? { end } : nothing
  notify()
}

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

function take() {
  const brought = /^#(\d{15,})$/.exec(location.hash)?.[1] ?? (history.state as Kept)?.reply
  if (brought) {
    history.replaceState(null, '', location.pathname)
    write(keys.reply, brought, tabStore())
  } else if (reply.addresses) return
  // Kept for a reload alone, and not for whoever comes back to the tab later.
  else if (!isReload()) remove(keys.reply, tabStore())
  const found = readReply(brought ?? read(keys.reply, tabStore()) ?? '')
  if (!found) return
  reply = { addresses: { originAddress: found.origin, destinationAddress: found.destination } }
  notify()
}

/**
 * What a reply code brought, until it is used or left. The first script of the page (index.html) has put it into the
 * history entry's own state, out of the address; a code that is opened while this page is shown comes here.
 */
export function useReplyInAddress(): Reply {
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && forgetReply()
    take()
    addEventListener('hashchange', take)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('hashchange', take)
      removeEventListener('pageshow', onReturn)
      if (location.pathname !== '/write') forgetReply()
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => reply,
    () => nothing,
  )
}
