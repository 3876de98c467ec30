import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel } from '@lacre/letter/price/price.ts'
import styles from './cost.module.css'

type Line = { code: string; label: string; cents: number }

/** The lines of the price, with the total unless it stands by the pay button. Amounts in cents. */
export function PriceLines({ lines, total }: { lines: readonly Line[]; total?: number }) {
  return (
    <dl className={`group ${styles.lines}`}>
      {lines.map((line) => (
        <div key={line.code} className={styles.line}>
          <dt>{line.label}</dt>
          <dd>{inEuros(cents(line.cents))}</dd>
        </div>
      ))}
      {total !== undefined && <TotalRow total={total} />}
    </dl>
  )
}

export function TotalLine({ total }: { total: number }) {
  return (
    <dl className={`group ${styles.lines}`}>
      <TotalRow total={total} />
    </dl>
  )
}

const TotalRow = ({ total }: { total: number }) => (
  <div className={styles.total}>
    <dt>{totalLabel}</dt>
    <dd>{inEuros(cents(total))}</dd>
  </div>
)
