import { z } from 'zod'
import { states } from '../journey.ts'
import { disputeStates, paymentStates, refundStates } from '../price/payment-states.ts'
import {
  downloadReasons,
  isDownloadExplained,
  leastDownloadNote,
  leastNote,
  leastReason,
  letterActions,
  longestNote,
  notStorable,
  returnReasonNames,
} from './reasons.ts'

/**
 * The calls of the print room's console, under `/print-room/`, for operators only
 * (design/print-room.md#operators-only). No answer contains a name, a street or a word of a letter
 * (design/privacy.md#figures-only). The browser uses the types. Instants are ISO, sums are cents. An action on a letter
 * answers with its new card.
 */

const storable = z.string().refine((text) => !text.includes('\0'), notStorable)
const instant = z.string()
const count = z.number().int()

/** In `GET /account` as `operator`; null for other accounts. */
export const operator = z.object({ name: z.string(), isSupervisor: z.boolean() })
export type Operator = z.infer<typeof operator>

const weighed = z.object({
  letters: count,
  sheets: count,
  grams: z.number(),
  /** Of postage, by the greatest weight in grams: 20, 50, 100. */
  brackets: z.array(z.object({ bracket: count, letters: count })),
})

/**
 * `printed`, `enclosed`, `posted`, `held` and `reprinted` count letters; `stage`: the furthest reached by all others.
 */
export const batchSummary = weighed.extend({
  /** `B0001` */
  batch: z.string(),
  closedAt: instant,
  closedBy: z.string(),
  printed: count,
  enclosed: count,
  posted: count,
  /** In the batch, but stopped: must not be posted. */
  held: count,
  /** Being reprinted: marks of the batch skip them. */
  reprinted: count,
  /** Whether its file was made; before that it cannot have been printed. */
  isMade: z.boolean(),
  /** Hex, of the PDF. */
  sha256: z.string().nullable(),
  /** The post's receipt number, given when it was marked posted. */
  receipt: z.string().nullable(),
  stage: z.enum(['closed', 'printed', 'enclosed', 'posted']),
})
export type BatchSummary = z.infer<typeof batchSummary>

/** `GET /print-room/overview` */
export const printRoomOverview = z.object({
  operator,
  waiting: weighed.extend({ oldest: instant.nullable() }),
  /** Paid letters for later days, by the day they leave (`2026-12-18`), earliest first. */
  later: z.array(z.object({ day: z.string(), letters: count })),
  /** Null: batches are closed by hand only. */
  nextCutOff: instant.nullable(),
  /** The server's clock. */
  now: instant,
  /** Newest first. */
  newest: z.array(batchSummary),
  /** Letters waiting for an operator, and all open issues. */
  needsPerson: count,
  issues: count,
})
export type PrintRoomOverview = z.infer<typeof printRoomOverview>

const batchName = z.string().regex(/^[Bb]?\d{1,9}$/, 'Escriba el nombre de una tanda, como B0001.')
export const batchParams = z.object({ batch: batchName })

/** `GET /print-room/batches?before=B0042`: thirty, the newest first; `next` is the following page's `before`. */
export const batchPageQuery = z.object({ before: batchName.optional() })
export const batchPage = z.object({ batches: z.array(batchSummary), next: z.string().nullable() })
export type BatchPage = z.infer<typeof batchPage>

/** `GET /print-room/batches/:batch` */
export const batchDetail = batchSummary.extend({
  letters: z.array(
    z.object({
      id: z.string(),
      place: count,
      sheets: count,
      pages: count,
      postalCode: z.string().nullable(),
      province: z.string().nullable(),
      state: z.enum(states),
      attempt: count,
      printedAt: instant.nullable(),
      enclosedAt: instant.nullable(),
      postedAt: instant.nullable(),
      isHeld: z.boolean(),
    }),
  ),
})
export type BatchDetail = z.infer<typeof batchDetail>

/** For calls without a body. */
export const noBody = z.object({}).meta({ example: {} })
/** `POST /print-room/batches/:batch/posted`; `…/printed` and `…/enclosed` leave it empty. */
export const markPostedBody = z
  .object({ receipt: storable.trim().max(40).optional() })
  .meta({ example: { receipt: 'PK4F0000123' } })
export type MarkPostedBody = z.infer<typeof markPostedBody>
/**
 * `done` now, `before` already; a later mark sets the earlier ones too. `held` letters are skipped: an operator must
 * look at them first, or they are being reprinted, which marking the batch does not confirm.
 */
export const marked = z.object({
  done: count,
  before: count,
  held: z.array(z.object({ place: count, id: z.string(), waitsFor: z.enum(['person', 'reprint']) })),
})
export type Marked = z.infer<typeof marked>

/** The number of an attempt's job, `waiting` → `batched` → `printed` → `posted`, or `void`. */
const attempt = z.object({
  attempt: count,
  state: z.enum(['waiting', 'batched', 'printed', 'posted', 'void']),
  /** Why this attempt was needed, or why it is void. */
  reason: z.string().nullable(),
  at: instant,
  batch: z.string().nullable(),
})

/** `GET /print-room/letters/:id`, and each of `GET /print-room/letters?find=` */
export const letterCard = z.object({
  id: z.string(),
  /** The receipt's short one. */
  hash: z.string(),
  state: z.enum(states),
  pages: count,
  sheets: count,
  postalCode: z.string().nullable(),
  province: z.string().nullable(),
  /** The chosen posting day. */
  postOn: z.string().nullable(),
  batch: z.string().nullable(),
  place: count.nullable(),
  /** When the current attempt's sheets were enclosed. */
  enclosedAt: instant.nullable(),
  attempts: z.array(attempt),
  steps: z.array(
    z.object({
      at: instant,
      from: z.enum(states).nullable(),
      to: z.enum(states),
      step: z.string(),
      cause: z.string(),
    }),
  ),
  payment: z
    .object({
      state: z.enum(paymentStates),
      cents: count,
      together: count, // letters of one charge
      refundedCents: count,
      dispute: z.enum(disputeStates).nullable(),
      /** The state of its refund, if one was requested. */
      refund: z.enum(refundStates).nullable(),
    })
    .nullable(),
  /** The returned letter that this one repeats, and the letter that repeats this one. */
  againOf: z.string().nullable(),
  again: z.string().nullable(),
  /** Open issues. */
  issues: z.array(z.object({ id: z.string(), kind: z.string(), note: z.string(), at: instant })),
  can: z.array(z.enum(letterActions)),
})
export type LetterCard = z.infer<typeof letterCard>

export const idParams = z.object({ id: z.uuid() })

/** The start of an id (four digits or more), the short hash, or a sheet code. At most twenty. */
export const findLettersQuery = z.object({ find: storable.trim().min(4).max(60) })
export const foundLetters = z.object({ letters: z.array(letterCard) })
export type FoundLetters = z.infer<typeof foundLetters>

/** `POST /print-room/scan`: what a scanner reads from a sheet, `3f2a9c1d7b4e.1.2`. */
export const scanBody = z
  .object({ code: storable.trim().min(1).max(60) })
  .meta({ example: { code: '3f2a9c1d7b4e.1.2' } })
export const scanned = z.object({ letter: letterCard, sheet: count, sheets: count })
export type Scanned = z.infer<typeof scanned>

/** `POST /print-room/letters/:id/enclosed`: the numbers of all scanned sheets of the set. */
const scannedSheets = z.object({ sheets: z.array(z.number().int().positive()).max(10) })
export const encloseBody = scannedSheets.meta({ example: { sheets: [1, 2] } })
export type EncloseBody = z.infer<typeof encloseBody>

export const reprintReasons = ['damaged', 'misfeed', 'lost', 'other'] as const
export type ReprintReason = (typeof reprintReasons)[number]
const note = storable.trim().max(longestNote)
const supervisorReason = note.min(leastReason.length, leastReason.refusal)
/** `POST /print-room/letters/:id/reprint` */
export const reprintBody = z
  .object({
    attempt: z.number().int().positive().optional(), // the one to make again; an older one is refused
    reason: z.enum(reprintReasons),
    note: note.optional(),
    supervisorReason: supervisorReason.optional(),
  })
  .meta({ example: { attempt: 1, reason: 'misfeed' } })
export type ReprintBody = z.infer<typeof reprintBody>

/** `POST …/batches/:batch/pdf`, `…/csv`, `…/letters/:id/pdf`: the reason, recorded under the operator's name. */
const download = z.object({ reason: z.enum(downloadReasons), note: note.optional() })
export const downloadBody = download
  .refine(isDownloadExplained, leastDownloadNote.refusal)
  .meta({ example: { reason: 'print' } })
export type DownloadBody = z.infer<typeof downloadBody>

/** `POST /print-room/letters/:id/returned`; the texts are in return-reasons.ts. */
export const returnedBody = z
  .object({ reason: z.enum(returnReasonNames) })
  .meta({ example: { reason: 'gone-away' } })
export type ReturnedBody = z.infer<typeof returnedBody>

/** `POST …/letters/:id/resume`, `…/letters/:id/cancel`, `…/letters/:id/give-back`, `…/letters/:id/refund`, `POST /print-room/issues/:id/settle` */
export const noteBody = z
  .object({
    note: note.min(leastNote.length, leastNote.refusal),
  })
  .meta({ example: { note: 'Comprobado por teléfono con la imprenta.' } })

/** `what`: a Spanish sentence, what happened. */
const trouble = z.object({
  id: z.string(),
  kind: z.string(),
  what: z.string(),
  note: z.string(),
  at: instant,
})
/** `GET /print-room/needs-person` */
export const needsPerson = z.object({
  letters: z.array(z.object({ card: letterCard, what: z.string(), can: z.array(z.enum(letterActions)) })),
  /** Those without a letter that waits. `letterId`: it issues one all the same. */
  issues: z.array(trouble.extend({ letterId: z.string().nullable() })),
  /** Requested and not yet refunded, oldest first. */
  refunds: z.array(
    z.object({ letterId: z.string(), cents: count, state: z.enum(refundStates), since: instant }),
  ),
})
export type NeedsPerson = z.infer<typeof needsPerson>
export const settled = z.object({ settledAt: instant })
export type Settled = z.infer<typeof settled>

/** `POST /print-room/batches?until=` → 201: one batch; `left` letters wait for the next call, which takes `until` from this answer. */
export const closeBatchQuery = z.object({ until: z.iso.datetime().optional() })
export const closedBatch = z.object({ batch: batchSummary, left: z.number().int(), until: z.string() })
export type ClosedBatch = z.infer<typeof closedBatch>
