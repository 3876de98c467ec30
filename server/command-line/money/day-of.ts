import { day, type Day } from '@lacre/letter/days.ts'

/** What somebody wrote after `--from`; undefined when it is no day. */
export function dayOf(written = ''): Day | undefined {
  try {
    return day(written)
  } catch {
    return undefined
  }
}
