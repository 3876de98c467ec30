import type { ToPay } from '../../outside/card-form.ts'
import { atHour } from '@lacre/letter/days.ts'

const dayAndMonth = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
})

/** Without the year: the same letter carries the same printed date, so it was paid within days. */
const paidWords = (paidAt: Date): string =>
  `Ya ha pagado esta misma carta el ${dayAndMonth.format(paidAt)} ${atHour(paidAt)}.`

/** Which letters were paid before, exactly as they are; of several, each by its recipient. Empty where none was. */
export const paidBeforeWords = (letters: readonly ToPay[]): string =>
  letters
    .flatMap(({ letter: { paidBefore }, recipient }) =>
      paidBefore ? [(letters.length > 1 ? `${recipient.name}: ` : '') + paidWords(new Date(paidBefore))] : [],
    )
    .join(' ')
