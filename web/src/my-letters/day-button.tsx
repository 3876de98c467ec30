import { longDate, type Day, arrivalFor, leavesOn, postingDay, type PostingDay } from '@lacre/letter/days.ts'
import { comingDate } from '../coming-day.ts'
import { detailOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { useClosedDays, useConfig } from '../use-config.ts'
import { type Changeable, changeDay } from './calls.ts'
import styles from './letter.module.css'

const notLoaded = 'No se ha podido abrir la ventana para cambiar el día. Vuelva a intentarlo.'

/**
 * The posting day and the button to change it, until the batch closes (design/letter.md#posting-day). Reserves its place
 * before the configuration has loaded, so that nothing moves under a press.
 */
export function DayButton({ letter, today, onChange }: Changeable & { today: Day }) {
  const config = useConfig()
  const ahead = typeof config === 'object' ? config.postAhead : undefined
  const closed = useClosedDays()
  const dialog = useLazy(() => import('../write/day-dialog.tsx'))
  const postOn = postingDay(letter.postOn)
  const chosen = postOn && postOn > today ? postOn : null
  if (config && !ahead) return null

  async function choose(day: PostingDay) {
    const answer = await changeDay(letter.id, day)
    if (!answer.ok) return detailOf(answer)
    onChange(answer.body, 'Se ha cambiado el día de envío.')
    return undefined
  }

  return (
    <div className={`list start quiet ${styles.cancel}`}>
      <p>
        {chosen ? (
          <>
            Sale <strong>{comingDate(leavesOn(chosen, closed), today)}</strong> y se espera que llegue el{' '}
            {longDate(arrivalFor(chosen, today, closed))}.
          </>
        ) : (
          'Sale lo antes posible.'
        )}
      </p>
      <Button kind="quiet" className={styles.edge ?? ''} disabled={!ahead} onClick={dialog.open}>
        {chosen ? 'Cambiar el día' : 'Elegir el día'}
      </Button>
      {dialog.isMissing && <Notice kind="error">{notLoaded}</Notice>}
      {dialog.Loaded && ahead && (
        <dialog.Loaded
          chosen={chosen}
          today={today}
          ahead={ahead}
          closed={closed}
          onChoose={choose}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
