import { longDate, type Day } from '@lacre/letter/days.ts'
import { Notice } from '../ui/notice.tsx'
import { useWrongDay } from '../use-today.ts'

/** The dates of the page are the server's; the device shows another. */
export function ClockNotice({ today }: { today: Day | undefined }) {
  const wrong = useWrongDay()
  if (!wrong || !today) return null
  return (
    <Notice kind="info">
      El reloj de este equipo no va bien: marca el {longDate(wrong)}. Aquí contamos con la fecha de hoy,{' '}
      {longDate(today)}.
    </Notice>
  )
}
