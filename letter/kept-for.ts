import { days, hours, minutes } from './days.ts'

/** How long a letter can be paid; then it expires. */
export const unpaidFor = days(7)

/** How long a letter's words, addresses and pages are kept in a state it rests in (design/privacy.md#letters-are-forgotten; privacy policy). */
export const keptFor = { posted: days(30), returned: days(30), cancelled: days(7), expired: days(7) } as const

/** How long a mail that has gone says to whom. */
export const recipientKeptFor = days(30)
/** How long an address is kept that no one has proven, from the last use of a claim on it that has not paid. */
export const unprovenKeptFor = days(30)

/** As long as its tax may be deducted (Ley 37/1992, art. 99.Tres), somebody may ask for a full invoice. */
export const fullInvoiceFor = days(4 * 365)
/** To whom it was made out is kept as the law wants it (Código de Comercio, art. 30). */
export const buyerKeptFor = days(6 * 365 + 2)

/** How long what is sent by mail opens something; each mail says so. */
export const validFor = {
  verification: hours(24),
  passwordReset: hours(1),
  signInCode: minutes(10),
} as const
