import { useEffect, useState } from 'react'
import { readReply } from '@lacre/letter/address/reply-code.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'

type Kept = { reply?: string } | null

/**
 * The addresses that a reply code brought, until they are used or left. The first script of the page (index.html) has put
 * them into the history entry's own state, out of the address; a code that is opened while this page is shown comes here.
 */
export function useReplyInAddress(): { reply: Addresses | undefined; forget: () => void } {
  const [reply, setReply] = useState<Addresses>()
  useEffect(() => {
    function take() {
      const opened = /^#(\d{15,})$/.exec(location.hash)?.[1]
      if (opened) history.replaceState({ reply: opened }, '', location.pathname)
      const read = readReply((history.state as Kept)?.reply ?? '')
      setReply(read && { originAddress: read.origin, destinationAddress: read.destination })
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return {
    reply,
    forget() {
      history.replaceState(null, '')
      setReply(undefined)
    },
  }
}
