import type { Cursor } from './own-letters.ts'

/** Where a page ended. Opaque to the browser, stable while letters are added at the front. */
export const writeCursor = ({ created_at, id }: Cursor): string =>
  Buffer.from(`${created_at.toISOString()} ${id}`).toString('base64url')

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Undefined for what we never wrote. */
export function readCursor(cursor: string): Cursor | undefined {
  const [, instant = '', id = ''] = written.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const created_at = new Date(instant)
  return Number.isNaN(created_at.getTime()) ? undefined : { created_at, id }
}
