import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { count } from '@lacre/letter/words.ts'
import styles from './actions.module.css'

/** A screen reader is told no more often; that something has begun the button says. */
const timesTold = 4

/** How far an action is, letter by letter: `doing: 320 de 500 cartas`. It has its place before it begins, so that nothing moves. */
export function ActionProgress({
  isBusy,
  progress,
  label,
  doing,
}: {
  isBusy: boolean
  progress: Progress | undefined
  label: string
  doing: string
}) {
  const { done, of } = progress ?? { done: 0, of: 0 }
  const heard = of && Math.floor((Math.floor((done * timesTold) / of) * of) / timesTold)
  const wordsOf = (far: number) =>
    of ? `${doing}: ${far} de ${count(of, 'carta', 'cartas')}` : `${doing}...`
  return (
    <div className={styles.progress}>
      <div role="status" className="visually-hidden">
        {isBusy && heard > 0 && wordsOf(heard)}
      </div>
      <div className={isBusy ? styles.bar : styles.later}>
        <progress aria-label={label} {...(of && { value: done, max: of })} />
        <span aria-hidden="true">{wordsOf(done)}</span>
      </div>
    </div>
  )
}
