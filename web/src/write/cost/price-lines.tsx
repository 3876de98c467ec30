import { cents, inEuros } from '@lacre/letter/money.ts'
import { totalLabel } from '@lacre/letter/price.ts'
import styles from './cost.module.css'

/** Every line and their sum; the same in the cost dialog and where one pays. Amounts are whole cents. */
export function PriceLines({
  lines,
  total,
}: {
  lines: readonly { code: string; label: string; cents: number }[]
  total: number
}) {
  return (
    <dl className={styles.lines}>
      {lines.map((line) => (
        <div key={line.code} className={styles.line}>
          <dt>{line.label}</dt>
          <dd>{inEuros(cents(line.cents))}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{totalLabel}</dt>
        <dd>{inEuros(cents(total))}</dd>
      </div>
    </dl>
  )
}
