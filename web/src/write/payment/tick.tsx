import { useId, type ReactNode } from 'react'
import styles from './payment.module.css'

/** What must be meant before anything is paid; `explanation` says why it is asked (design.md#sample-addresses). */
export function Tick({
  explanation,
  onTick,
  children,
}: {
  explanation?: string
  onTick: (isTicked: boolean) => void
  children: ReactNode
}) {
  const explanationId = useId()
  return (
    <div className={styles.tick}>
      {explanation && <p id={explanationId}>{explanation}</p>}
      <label>
        <input
          type="checkbox"
          aria-describedby={explanation && explanationId}
          onChange={(event) => onTick(event.target.checked)}
        />
        {children}
      </label>
    </div>
  )
}
