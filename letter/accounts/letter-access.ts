/**
 * `read`: all but to write again with it. `figures`: its state, order and receipt, without a word of it; who paid it had
 * not proven the address (design/accounts.md#paid-unproven).
 */
export const letterAccesses = ['full', 'read', 'figures'] as const
export type LetterAccess = (typeof letterAccesses)[number]
