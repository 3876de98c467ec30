import type { Mutant } from './mutant.ts'

const issue = 'server/invoices/issue.ts'

/** Mistakes in the invoices. */
export const invoiceMutants: Mutant[] = [
  {
    why: 'a refund gets no corrective invoice',
    story: "a part is refunded on the provider's pages, before the batch",
    breaks: ['B1'],
    edits: [[issue, '  if (change !== 0)\n', '  if (change > 0)\n']],
  },
  {
    why: 'the invoice names the price of the letter with its tax on top',
    story: "a part is refunded on the provider's pages, before the batch",
    breaks: ['B1'],
    edits: [[issue, '      total: received_cents,\n', '      total: Math.round(received_cents * 1.21),\n']],
  },
]
