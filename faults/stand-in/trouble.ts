/** Shares of the calls to the card provider that are lost, meet another call of their key, or fail by its own fault. */
export type Trouble = {
  there: number
  back: number
  busy: number
  'failed-before': number
  'failed-after': number
}
export const noTrouble: Trouble = { there: 0, back: 0, busy: 0, 'failed-before': 0, 'failed-after': 0 }
export const someTrouble: Trouble = {
  there: 0.02,
  back: 0.03,
  busy: 0.02,
  'failed-before': 0.01,
  'failed-after': 0.02,
}
