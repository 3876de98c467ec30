import type { ReactNode } from 'react'
import viewStyles from '../view/view.module.css'
import styles from './actions.module.css'
import type { ActionStatus } from './use-action.ts'

/** How an action went, by the thing that was pressed: a refusal in the server's words, or what was done. */
export const ActionResult = ({ status, message }: { status: ActionStatus; message?: ReactNode }) => (
  <>
    {status.is === 'refused' && (
      <p role="alert" className={viewStyles.refused}>
        {status.detail}
      </p>
    )}
    <div role="status" className={styles.result}>
      {status.is === 'ready' && message}
    </div>
  </>
)
