import { atHour, longDate, madridDay } from '@lacre/letter/day.ts'

/** So that one can tell one's own request from a stranger's. */
export function askedFor({ browser, askedAt }: { browser: string; askedAt: string }): string {
  const at = new Date(askedAt)
  return `Se pidió el ${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) desde ${browser}.`
}
