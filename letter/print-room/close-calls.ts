import { z } from 'zod'
import { batchSummary } from './calls.ts'

/** `POST /print-room/batches?until=` → 201: one batch; `left` letters wait for the next call, which takes `until` from this answer. */
export const closeBatchQuery = z.object({ until: z.iso.datetime().optional() })
export const closedBatch = z.object({ batch: batchSummary, left: z.number().int(), until: z.string() })
export type ClosedBatch = z.infer<typeof closedBatch>
