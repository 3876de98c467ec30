import type { Day } from '@lacre/letter/days.ts'
import { sql, type SqlBool } from 'kysely'

const posted = sql<string>`coalesce(letter.post_on, '')`

/** Letters that leave on `day`: those for it, for a day before, or for none. By the index letter_posting_day. */
export const isDue = (day: Day) => sql<SqlBool>`${posted} <= ${day}`

/** Letters that wait for a day after `day`. */
export const isForLater = (day: Day) => sql<SqlBool>`${posted} > ${day}`
