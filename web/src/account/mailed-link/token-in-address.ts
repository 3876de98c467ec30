import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Kept = { token?: string } | null

export type TokenInAddress = { is: 'unknown' } | { is: 'missing' } | { is: 'given'; token: string }

/**
 * Hands over, once, the one-time token that a mail's link brought. The first script of the page (index.html) has put it
 * into the history entry's own state: an address is copied, logged and kept. A reload finds it there too.
 */
export function useTokenInAddress(onToken: (token: string | undefined) => void = () => {}): TokenInAddress {
  const [found, setFound] = useState<TokenInAddress>({ is: 'unknown' })
  const isTaken = useRef(false)
  const handOver = useEffectEvent(onToken)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const token = (history.state as Kept)?.token
    setFound(token ? { is: 'given', token } : { is: 'missing' })
    handOver(token)
  }, [])
  return found
}
