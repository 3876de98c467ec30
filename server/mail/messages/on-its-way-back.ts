import { cents, inEuros } from '@lacre/letter/price/money.ts'

/** `sum`: cents, as text. */
export const onItsWayBack = (sum: string): string =>
  `Devolvemos ${inEuros(cents(Number(sum)))} por el medio con el que pagó. Según el banco, puede tardar entre cinco y diez días en verlo en su cuenta.`
