/** The calls of the office, under `/print-room/` and for an operator's token only. Instants are ISO, sums are cents. */
import { z } from 'zod'
import { calendarDay } from '../calls.ts'
import { letterCard } from './calls.ts'
import { notStorable } from './notes.ts'
import { priceCodes } from '../price/price.ts'

/** `GET /print-room/prices`: every dated row, the oldest first; `addedBy`: null of those that came with the program. */
export const datedPrices = z.object({
  prices: z.array(
    z.object({
      from: z.string(),
      code: z.enum(priceCodes),
      cents: z.number().int(),
      addedBy: z.string().nullable(),
    }),
  ),
})
export type DatedPrices = z.infer<typeof datedPrices>

/** `GET /print-room/figures?day=2026-11-23`: without a day, today in Madrid. */
export const figuresQuery = z.object({ day: calendarDay.optional() })
/** Steps that letters took, and cents; `cancelled`: after they were paid. `disputed`: of what was taken then. */
const figures = z.object({
  paid: z.number().int(),
  posted: z.number().int(),
  returned: z.number().int(),
  cancelled: z.number().int(),
  taken: z.number().int(),
  givenBack: z.number().int(),
  disputed: z.number().int(),
  net: z.number().int(),
})
export type Figures = z.infer<typeof figures>
export const figuresOfDay = z.object({ day: z.string(), ofDay: figures, ofMonth: figures })
export type FiguresOfDay = z.infer<typeof figuresOfDay>

/** What may be done with an account now; the last two are a supervisor's. */
export const customerActions = ['verify', 'disable', 'enable'] as const
export type CustomerAction = (typeof customerActions)[number]

/** `POST /print-room/customers`: a whole e-mail address, or the ten digits of an order. */
export const findCustomersBody = z
  .object({
    find: z
      .string()
      .trim()
      .min(3)
      .max(254)
      .refine((text) => !text.includes('\0'), notStorable),
  })
  .meta({ example: { find: '1048-392-011' } })
/** `address`: its first letter and what follows the @. `letters`: the newest twenty. */
export const customer = z.object({
  id: z.string(),
  address: z.string(),
  isProven: z.boolean(),
  since: z.string(),
  disabledAt: z.string().nullable(),
  can: z.array(z.enum(customerActions)),
  lettersInAll: z.number().int(),
  letters: z.array(letterCard),
})
export type Customer = z.infer<typeof customer>
export const foundCustomers = z.object({ customers: z.array(customer) })
export type FoundCustomers = z.infer<typeof foundCustomers>
/** `POST /print-room/customers/:id/verify`; `…/disable` and `…/enable` take a note. */
export const noBody = z.object({}).meta({ example: {} })
