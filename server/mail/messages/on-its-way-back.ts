import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { bankShowsItLater } from '@lacre/letter/words.ts'

/** `sum`: cents, as text. */
export const onItsWayBack = (sum: string): string =>
  `Devolvemos ${inEuros(cents(Number(sum)))} por el medio con el que pagó; ${bankShowsItLater}`
