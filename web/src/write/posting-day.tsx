import { useSyncExternalStore } from 'react'
import { longDate, type Day, arrivalFor, leavesOn, type PostingDay } from '@lacre/letter/days.ts'
import { comingDate } from '../coming-day.ts'
import { useClosedDays, useConfig } from '../use-config.ts'
import { useLazy } from '../ui/use-lazy.ts'
import styles from './day.module.css'
import { keepDay, keptDay, watchDay } from './kept-day.ts'

const notKept = 'Este navegador no ha podido guardar el día. La carta saldría lo antes posible.'

/**
 * Estimated arrival and the chosen posting day, where the server accepts one (design/letter.md#posting-day). Reserves its
 * place from the start, so that nothing below moves.
 */
export function PostingDayChoice({ today }: { today: Day | undefined }) {
  const kept = useSyncExternalStore(watchDay, keptDay, () => null)
  const config = useConfig()
  const ahead = typeof config === 'object' ? config.postAhead : undefined
  const closed = useClosedDays()
  const dialog = useLazy(() => import('./day-dialog.tsx'))
  const chosen = today && kept && kept > today ? kept : null
  const keep = (day: PostingDay) => Promise.resolve(keepDay(day) ? undefined : notKept)
  return (
    <>
      <div>
        <dt>Fecha estimada de llegada:</dt>
        <dd>{today ? longDate(arrivalFor(chosen, today, closed)) : '\u00a0'}</dd>
      </div>
      {!(config && !ahead) && (
        <div>
          <dt className="visually-hidden">Día de envío:</dt>
          <dd>
            <div className={styles.leaves}>
              <span role="status">
                {chosen && today && `Sale ${comingDate(leavesOn(chosen, closed), today)}.`}
                {kept && today && kept < today && `El ${longDate(kept)} ya ha pasado: sale lo antes posible.`}
              </span>
              <button
                type="button"
                className={styles.choose}
                disabled={!today || !ahead}
                onClick={dialog.open}
              >
                {chosen ? 'Cambiar el día' : 'Elegir el día'}
              </button>
            </div>
            {dialog.Loaded && today && ahead && (
              <dialog.Loaded
                chosen={chosen}
                today={today}
                ahead={ahead}
                closed={closed}
                onChoose={keep}
                onClose={dialog.close}
              />
            )}
          </dd>
        </div>
      )}
    </>
  )
}
