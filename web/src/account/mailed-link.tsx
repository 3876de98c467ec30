import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './auth-page.module.css'

type Kept = { token?: string } | null

type TokenInAddress = { is: 'unknown' } | { is: 'missing' } | { is: 'given'; token: string }

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

/**
 * Says that a mail's link brought no token. It stands there from the first paint, for which the page's first script
 * (index.html) tells the styles that there is none: nothing moves when React finds the same.
 */
export const IncompleteLink = ({ token, children }: { token: TokenInAddress; children: string }) =>
  token.is === 'given' ? null : (
    <div className={token.is === 'unknown' ? styles.ifMissing : undefined}>
      <Notice kind="error" takesFocus>
        {children}
      </Notice>
    </div>
  )
