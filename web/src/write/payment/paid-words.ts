import { atHour } from '@lacre/letter/day.ts'

const dayAndMonth = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
})

/** Without the year: the same letter carries the same printed date, so it was paid within days. */
export const paidWords = (paidAt: Date): string =>
  `Ya ha pagado esta misma carta el ${dayAndMonth.format(paidAt)} ${atHour(paidAt)}.`
