import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './auth-page.module.css'

type Kept = { token?: string } | null

type TokenInAddress = { is: 'unknown' } | { is: 'missing' } | { is: 'given'; token: string }

/**
 * Hands over, once, the token of a mailed link. The first script of the page (index.html) moved it into the history state,
 * because addresses are copied, logged and stored. A reload finds it there too.
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
 * The error for a link without a token. It is in the prerendered page, and the first script (index.html) makes the styles
 * show it from the first paint, so that nothing moves after hydration.
 */
export const IncompleteLink = ({ token, children }: { token: TokenInAddress; children: string }) =>
  token.is === 'given' ? null : (
    <div className={token.is === 'unknown' ? styles.ifMissing : undefined}>
      <Notice kind="error" takesFocus>
        {children}
      </Notice>
    </div>
  )
