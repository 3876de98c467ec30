/** The calls of the office, under `/print-room/` and for an operator's token only. Instants are ISO, sums are cents. */
import { z } from 'zod'
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
