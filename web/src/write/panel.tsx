import { useState, type ReactNode } from 'react'
import { arrivalOn } from '@lacre/letter/arrival.ts'
import { longDate, type Day } from '@lacre/letter/day.ts'
import { inEuros } from '@lacre/letter/money.ts'
import { priceOn } from '@lacre/letter/price.ts'
import { EyeIcon } from '../ui/icons.tsx'
import { CostModal } from './cost/cost-modal.tsx'
import styles from './write.module.css'

const unknown = '\u00a0'

/** The side panel (specification, section 2): arrival, cost, addresses and Enviar. */
export function Panel({ today, children }: { today: Day | undefined; children: ReactNode }) {
  const [isCostOpen, setCostOpen] = useState(false)
  const price = today && priceOn(today)
  return (
    <aside className={styles.panel} aria-label="Envío">
      <dl className={styles.estimates}>
        <div>
          <dt>Fecha estimada de llegada:</dt>
          <dd>{today ? longDate(arrivalOn(today)) : unknown}</dd>
        </div>
        <div>
          <dt>Coste total:</dt>
          <dd className={styles.cost}>
            <span>{price ? inEuros(price.total) : unknown}</span>
            <button
              type="button"
              className={styles.eye}
              aria-label="Ver el detalle de costes"
              title="Ver el detalle de costes"
              disabled={!price}
              onClick={() => setCostOpen(true)}
            >
              <EyeIcon size={22} />
            </button>
          </dd>
        </div>
      </dl>
      {children}
      {price && <CostModal price={price} isOpen={isCostOpen} onClose={() => setCostOpen(false)} />}
    </aside>
  )
}
