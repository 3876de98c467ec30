/** What operators did, as the console reads it (design.md#operators-only). */
import { z } from 'zod'

const count = z.number().int()

/** `GET /print-room/acts?before=120`: fifty, the newest first. */
export const actsQuery = z.object({ before: z.coerce.number().pipe(z.int32().positive()).optional() })
export const acts = z.object({
  acts: z.array(
    z.object({
      seq: count,
      at: z.string(),
      /** Whose name it was done under. */
      operator: z.string(),
      act: z.string(),
      /** A batch, a letter's id, a concern's id, or the pseudonym of an account or address. */
      subject: z.string(),
      note: z.string(),
      hash: z.string(),
    }),
  ),
  /** Whether every entry is still as it was written, from the first to the newest. */
  chain: z.union([z.literal('whole'), z.object({ brokenAt: count })]),
  next: count.nullable(),
})
export type Acts = z.infer<typeof acts>
