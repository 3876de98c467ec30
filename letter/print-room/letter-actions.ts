/** What an operator may do with a letter now; `reprint-posted` and `refund` are a supervisor's. */
export const letterActions = [
  'printed',
  'enclosed',
  'posted',
  'pdf',
  'reprint',
  'reprint-posted',
  'returned',
  'resume',
  'cancel',
  'give-back',
  'refund',
] as const
export type LetterAction = (typeof letterActions)[number]
