/** The calls of the address book (design/sending.md#address-book). */
import { z } from 'zod'
import { sampleRecipient } from './address.ts'
import { addressFields, failure } from '../calls.ts'

/** The browser chooses an entry's id; `version` counts its changes. */
export const entryId = z.object({ id: z.uuid() })
export const bookEntry = z.object({ id: z.string(), version: z.number().int(), address: addressFields })
export type BookEntry = z.infer<typeof bookEntry>
export const addressBook = z.object({ entries: z.array(bookEntry) })
export type AddressBook = z.infer<typeof addressBook>
/** `basedOn`: the version that was edited; null for a new entry. */
export const keepEntryBody = z
  .object({
    address: addressFields,
    basedOn: z.number().int().positive().nullable(),
  })
  .meta({ example: { address: sampleRecipient, basedOn: null } })
export type KeepEntryBody = z.infer<typeof keepEntryBody>
/** Another device changed it since: that address. */
export const entryConflict = failure.extend({ entry: bookEntry })
