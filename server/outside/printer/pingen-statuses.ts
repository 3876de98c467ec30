import type { PrintStatus } from './printer.ts'

/** Pingen's own words. It adds new ones without notice: what is not listed is somewhere in production. */
const statuses: Record<string, PrintStatus> = {
  validating: 'held',
  valid: 'held',
  submitted: 'in-production',
  accepted: 'in-production',
  transferring: 'in-production',
  processing: 'in-production',
  fixing: 'in-production',
  inspection: 'in-production',
  awaiting_credits: 'in-production',
  printing: 'printed',
  sent: 'posted',
  delivered: 'delivered',
  undeliverable: 'returned',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
  invalid: 'failed',
  unprintable: 'failed',
  action_required: 'failed',
  rejected: 'failed',
  expired: 'failed',
}

export const statusOf = (word: string): PrintStatus =>
  (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? 'in-production'
