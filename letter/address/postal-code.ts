import { fold } from './fold.ts'
import { provinceNumber } from './provinces.ts'

/** `ES-28008` → `28008`: the prefix belongs to letters from abroad. What is no code comes back as it is. */
export const normalPostalCode = (text: string): string => text.trim().replace(/^ES?-/i, '')

/** How a sentence about `isPostalCode` says it (design.md#printable). */
export const postalCodeOfSpain = 'cinco cifras, de 01000 a 52999'
export const isPostalCode = (text: string): boolean =>
  /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(normalPostalCode(text))

/** The province of a valid postal code. A few border villages use their neighbour's: never refuse by it. */
export const provinceOf = (postalCode: string): string | undefined =>
  isPostalCode(postalCode) ? provinceNumber(Number(normalPostalCode(postalCode).slice(0, 2))) : undefined

const spain = new Set(['espana', 'reino de espana', 'spain', 'es', 'esp', 'espanya', 'espainia'])

/** Andorra is not, though Spanish post treats its letters as national. */
export const isSpain = (country: string): boolean => spain.has(fold(country))
