/**
 * `read`: all but sending or writing again. `figures`: state, order and receipt, without its words; the letter was paid
 * by an account that had not proven the address (design/accounts.md#paid-unproven).
 */
export const letterAccesses = ['full', 'read', 'figures'] as const
export type LetterAccess = (typeof letterAccesses)[number]
