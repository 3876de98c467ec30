import { useId, type ReactNode } from 'react'
import styles from './payment.module.css'

/** What must be meant before anything is paid, ticked by hand; `said`: why it is asked (design, 2.7). */
export function Tick({
  said,
  onTick,
  children,
}: {
  said?: string
  onTick: (isTicked: boolean) => void
  children: ReactNode
}) {
  const reason = useId()
  return (
    <div className={styles.tick}>
      {said && <p id={reason}>{said}</p>}
      <label>
        <input
          type="checkbox"
          aria-describedby={said && reason}
          onChange={(event) => onTick(event.target.checked)}
        />
        {children}
      </label>
    </div>
  )
}
