import { useEffect, useEffectEvent, useRef } from 'react'

type Kept = { token?: string }

/**
 * The one-time token a mail's link brought, taken out of the address bar at once: an address is copied, logged and
 * kept in the history. A reload finds it in the entry's own state.
 */
function takeToken(): string | undefined {
  const fromAddress = new URLSearchParams(location.search).get('token')
  const kept = history.state as Kept | null
  if (fromAddress) history.replaceState({ token: fromAddress } satisfies Kept, '', location.pathname)
  return fromAddress || kept?.token
}

/** Hands over the token of the page's address, once. */
export function useTokenInAddress(onToken: (token: string | undefined) => void): void {
  const isTaken = useRef(false)
  const handOver = useEffectEvent(onToken)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    handOver(takeToken())
  }, [])
}
