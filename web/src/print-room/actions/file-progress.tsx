import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { count } from '@lacre/letter/words/plural.ts'
import styles from './actions.module.css'

/** A screen reader is told no more often; that something has begun the button says. */
const timesTold = 4

/** How far the file of a batch is. It has its place before it begins, so that nothing moves. */
export function FileProgress({ isBusy, progress }: { isBusy: boolean; progress: Progress | undefined }) {
  const { done, of } = progress ?? { done: 0, of: 0 }
  const heard = of && Math.floor((Math.floor((done * timesTold) / of) * of) / timesTold)
  return (
    <div className={styles.progress}>
      <div role="status" className="visually-hidden">
        {isBusy && heard > 0 && wordsOf({ done: heard, of })}
      </div>
      <div className={isBusy ? styles.bar : styles.later}>
        <progress aria-label="El archivo" {...(of && { value: done, max: of })} />
        <span aria-hidden="true">{wordsOf({ done, of })}</span>
      </div>
    </div>
  )
}

const wordsOf = ({ done, of }: Progress) =>
  of ? `Preparando el archivo: ${done} de ${count(of, 'carta', 'cartas')}` : 'Preparando el archivo...'
