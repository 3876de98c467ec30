import { hours } from '@lacre/letter/days.ts'

/** One a day, and two hours for a timer that is late. */
export const backupMayBeOld = hours(26)
