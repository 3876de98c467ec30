import { Notice } from '../../ui/notice.tsx'
import styles from './incomplete-link.module.css'
import type { TokenInAddress } from './token-in-address.ts'

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
