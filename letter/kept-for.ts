import { days } from './duration.ts'

/** How long a letter can be paid; then it expires. */
export const unpaidFor = days(7)

/** How long a letter's words, addresses and pages are kept in a state it rests in (design.md#letters-are-forgotten; privacy policy). */
export const keptFor = { posted: days(30), returned: days(30), cancelled: days(7), expired: days(7) } as const
