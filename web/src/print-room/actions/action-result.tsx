import type { ReactNode } from 'react'
import styles from '../view/console.module.css'
import type { ActionStatus } from './use-action.ts'

/** How an action went, by the thing that was pressed: a refusal in the server's words, or what was done. */
export const ActionResult = ({ status, message }: { status: ActionStatus; message?: ReactNode }) => (
  <>
    {status.is === 'refused' && (
      <p role="alert" className={styles.refused}>
        {status.detail}
      </p>
    )}
    <div role="status" className={styles.said}>
      {status.is === 'ready' && message}
    </div>
  </>
)
