import type { ReactNode } from 'react'
import type { Day } from '@lacre/letter/days.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import { EyeIcon } from '../ui/icons.tsx'
import { PostingDayChoice } from './day/posting-day.tsx'
import { useLazy } from './parts/use-lazy.ts'
import styles from './write.module.css'

const unknown = '\u00a0'

/** The side panel (specification, section 2): arrival, cost, addresses and Enviar. */
export function Panel({
  today,
  price,
  children,
}: {
  today: Day | undefined
  price: Price | undefined
  children: ReactNode
}) {
  const cost = useLazy(() => import('./cost/cost-modal.tsx'))
  return (
    <aside className={styles.panel} aria-label="Envío">
      <dl className={styles.estimates}>
        <PostingDayChoice today={today} />
        <div>
          <dt>Coste total:</dt>
          <dd className={styles.cost}>
            <span>{price ? inEuros(price.total) : unknown}</span>
            <button
              type="button"
              className={styles.eye}
              aria-label="Ver el detalle de costes"
              title="Ver el detalle de costes"
              aria-disabled={!price || undefined}
              onClick={cost.open}
            >
              <EyeIcon size={22} />
            </button>
          </dd>
        </div>
      </dl>
      {children}
      {price && cost.Part && <cost.Part price={price} isOpen={cost.isOpen} onClose={cost.close} />}
    </aside>
  )
}
