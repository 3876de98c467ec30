import { days, hours, minutes } from './days.ts'

/** Time to pay a letter; then it expires. */
export const unpaidFor = days(7)

/** How long words, addresses and pages are kept, by state (design/privacy.md#letters-are-forgotten; privacy policy). */
export const keptFor = { posted: days(30), returned: days(30), cancelled: days(7), expired: days(7) } as const

/** How long a sent mail keeps its recipient. */
export const recipientKeptFor = days(30)
/** How long an unproven address is kept after the last use of a claim without a payment. */
export const unprovenKeptFor = days(30)

/** A full invoice can be requested while its tax can be deducted (Ley 37/1992, art. 99.Tres). */
export const fullInvoiceFor = days(4 * 365)
/** Its buyer is kept as long as the law requires (Código de Comercio, art. 30). */
export const buyerKeptFor = days(6 * 365 + 2)

/** How long links and codes are valid; each mail says so. */
export const validFor = {
  verification: hours(24),
  passwordReset: hours(1),
  signInCode: minutes(10),
} as const
