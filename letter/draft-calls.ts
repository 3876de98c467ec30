/** Calls that keep drafts in the account (design/writing.md#account-drafts). */
import { z } from 'zod'
import { addressFields, failure } from './calls.ts'
import { looks } from './looks/calls.ts'
import { mostLettersOfOrder } from './price/price.ts'

const written = z.string().max(200).optional()
const person = addressFields.extend({ called: written, greeting: written })
/** Sender, recipient and further recipients (design/sending.md#several-recipients). */
const draftAddresses = z.object({
  origin: addressFields.optional(),
  destination: person.optional(),
  others: z.array(person).max(mostLettersOfOrder).optional(),
})
export type DraftAddresses = z.infer<typeof draftAddresses>

/** The browser chooses a draft's id; `version` counts its changes. */
export const draftId = z.object({ id: z.uuid() })
const draftVersion = z.object({ id: z.string(), version: z.number().int(), updatedAt: z.string() })
export const draftList = z.object({ drafts: z.array(draftVersion) })
export type DraftList = z.infer<typeof draftList>
export const draft = draftVersion.extend({
  content: z.string(),
  addresses: draftAddresses.optional(),
  ...looks.shape,
})
export type Draft = z.infer<typeof draft>
/** `basedOn`: the version that was edited; null for a draft new on the server. */
export const keepDraftBody = z
  .object({
    content: z.string(),
    basedOn: z.number().int().positive().nullable(),
    addresses: draftAddresses.optional(),
    ...looks.shape,
  })
  .meta({ example: { content: '<p>Querido Antonio:</p>', basedOn: 3 } })
export type KeepDraftBody = z.infer<typeof keepDraftBody>
export const keptDraft = draftVersion.omit({ id: true })
export type KeptDraft = z.infer<typeof keptDraft>
/** Another device changed it since: that text, so that both can be kept. */
export const draftConflict = failure.extend(draft.shape)
