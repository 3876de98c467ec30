import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'

type Asked = { browser: string; askedAt: string }

/** `21 de noviembre de 2026 a las 0:30 (hora peninsular) desde Firefox en Windows`: one's own doing or a stranger's. */
export function whenAndWhere({ browser, askedAt }: Asked): string {
  const at = new Date(askedAt)
  return `${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) desde ${browser}`
}

export const askedFor = (asked: Asked): string => `Se pidió el ${whenAndWhere(asked)}.`
