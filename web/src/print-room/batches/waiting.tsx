import type { PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { day as asDay, longDate } from '@lacre/letter/days.ts'
import { count } from '@lacre/letter/words.ts'
import { CloseButton } from './close-button.tsx'
import viewStyles from '../view/view.module.css'
import styles from './batches.module.css'
import { comingWhen, longWhen } from '../words/when.ts'
import { grams } from '../words/words.ts'

/** What is paid and waits for the next batch, and when that batch closes by itself. */
export function Waiting({
  overview: { waiting, later, nextCutOff, now },
  onReload,
}: {
  overview: PrintRoomOverview
  onReload: () => void
}) {
  return (
    <section className={styles.waiting} aria-labelledby="espera">
      <h2 id="espera">En espera</h2>
      <dl className={styles.totals}>
        <Total name={waiting.letters === 1 ? 'carta' : 'cartas'} value={String(waiting.letters)} />
        <Total name={waiting.sheets === 1 ? 'hoja' : 'hojas'} value={String(waiting.sheets)} />
        <Total name="de peso" value={grams(waiting.grams)} />
        {waiting.brackets.map(({ bracket, letters }) => (
          <Total key={bracket} name={`hasta ${bracket} g`} value={String(letters)} />
        ))}
      </dl>
      <div className={styles.closing}>
        <p>
          {nextCutOff
            ? `Se cierra sola ${comingWhen(nextCutOff, now)}.`
            : 'Las tandas se cierran solo a mano.'}{' '}
          {waiting.oldest && (
            <span className={viewStyles.soft}>
              La más antigua espera desde el {longWhen(waiting.oldest)}.
            </span>
          )}
        </p>
        <CloseButton waiting={waiting} onReload={onReload} />
      </div>
      {later.length > 0 && <Later later={later} />}
    </section>
  )
}

/** Paid for a day that has not come: no batch takes them (design.md#posting-day). */
function Later({ later }: Pick<PrintRoomOverview, 'later'>) {
  const letters = later.reduce((sum, day) => sum + day.letters, 0)
  return (
    <details>
      <summary>Para otro día: {count(letters, 'carta', 'cartas')}</summary>
      <ul className={styles.later}>
        {later.map(({ day, letters: ofDay }) => (
          <li key={day}>
            {longDate(asDay(day))}: {count(ofDay, 'carta', 'cartas')}
          </li>
        ))}
      </ul>
    </details>
  )
}

const Total = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
