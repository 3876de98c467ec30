import { letterCode } from './print-room/names.ts'

/**
 * A letter's number for the telephone: ten digits, from the first 32 bits of its code, as `1048-392-011`. Two letters
 * may share one; a search then shows both (design/letter.md#order-number). `letterId`: or its code.
 */
export function orderNumber(letterId: string): string {
  const digits = String(Number.parseInt(letterCode(letterId).slice(0, 8), 16)).padStart(10, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 7)}-${digits.slice(7)}`
}

/** The start of the codes of letters with this number; undefined for no number. */
export function codesOfOrderNumber(written: string): string | undefined {
  const digits = written.replaceAll(/[\s.-]/g, '')
  if (!/^\d{10}$/.test(digits) || Number(digits) >= 2 ** 32) return undefined
  return Number(digits).toString(16).padStart(8, '0')
}

/** The first 12 hex digits, shown on the receipt for comparing. */
export const shortHash = (sha256: string): string => sha256.slice(0, 12)
