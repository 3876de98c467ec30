import { longDate, madridDay, type Day } from '@lacre/letter/days.ts'
import { Notice } from '../ui/notice.tsx'
import { useClockOff } from '../use-today.ts'

/** The dates of the page are the server's; the device shows another. */
export function ClockNotice({ today }: { today: Day | undefined }) {
  if (!useClockOff() || !today) return null
  const here = longDate(madridDay(new Date()))
  return (
    <Notice kind="info">
      El reloj de este equipo no va bien: marca el {here}. Aquí contamos con la fecha de hoy,{' '}
      {longDate(today)}.
    </Notice>
  )
}
