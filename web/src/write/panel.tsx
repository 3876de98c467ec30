import type { ReactNode } from 'react'
import type { Day } from '@lacre/letter/days.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import { icon } from '../ui/icons.tsx'
import { PostingDayChoice } from './posting-day.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import styles from './write.module.css'

const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.75" />
  </>,
)

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
  const cost = useLazy(() => import('./cost-modal.tsx'))
  return (
    <aside className={styles.panel} aria-label="Envío" translate="no">
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
