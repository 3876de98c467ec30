import { useEffect, useEffectEvent, useRef } from 'react'

type Kept = { token?: string } | null

/**
 * Hands over, once, the one-time token that a mail's link brought. The first script of the page (index.html) has put it
 * into the history entry's own state: an address is copied, logged and kept. A reload finds it there too.
 */
export function useTokenInAddress(onToken: (token: string | undefined) => void): void {
  const isTaken = useRef(false)
  const handOver = useEffectEvent(onToken)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    handOver((history.state as Kept)?.token)
  }, [])
}
