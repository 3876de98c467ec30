import type { AddressBook, BookEntry, KeepEntryBody } from '@lacre/letter/address/book-calls.ts'
import { ask } from './api.ts'

/** Names travel in the body only. */
const pathOf = (id: string) => `/addresses/${encodeURIComponent(id)}`

export const readBook = () => ask<AddressBook>({ method: 'GET', path: '/addresses/', bearer: true })
export const keepEntry = (id: string, body: KeepEntryBody) =>
  ask<BookEntry>({ method: 'PUT', path: pathOf(id), body, bearer: true })
export const removeEntry = (id: string) =>
  ask<undefined>({ method: 'DELETE', path: pathOf(id), bearer: true }, () => Promise.resolve(undefined))
