/** The calls of the address book (design/sending.md#address-book). */
import { z } from 'zod'
import { sampleRecipient } from './address.ts'
import { addressFields, failure } from '../calls.ts'

/** An entry's name is the browser's choice; `version` counts its changes. */
export const entryId = z.object({ id: z.uuid() })
export const bookEntry = z.object({ id: z.string(), version: z.number().int(), address: addressFields })
export type BookEntry = z.infer<typeof bookEntry>
export const addressBook = z.object({ entries: z.array(bookEntry) })
export type AddressBook = z.infer<typeof addressBook>
/** `basedOn`: the version the change was made from, null for an entry that is new. */
export const keepEntryBody = z
  .object({
    address: addressFields,
    basedOn: z.number().int().positive().nullable(),
  })
  .meta({ example: { address: sampleRecipient, basedOn: null } })
export type KeepEntryBody = z.infer<typeof keepEntryBody>
/** Somebody changed it since: the other address. */
export const entryConflict = failure.extend({ entry: bookEntry })
