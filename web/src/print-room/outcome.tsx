import type { ReactNode } from 'react'
import styles from './console.module.css'
import type { Doing } from './use-deed.ts'

/** How a deed went, by the thing that was pressed: a refusal in the server's words, or what was done. */
export const Outcome = ({ doing, said }: { doing: Doing; said?: ReactNode }) => (
  <>
    {doing.is === 'refused' && (
      <p role="alert" className={styles.refused}>
        {doing.detail}
      </p>
    )}
    <div role="status" className={styles.said}>
      {doing.is === 'ready' && said}
    </div>
  </>
)
