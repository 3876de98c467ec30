import type { Mutant } from './mutant.ts'

const issue = 'server/invoices/issue.ts'

/** What somebody might get wrong in the books. */
export const invoiceMutants: Mutant[] = [
  {
    why: 'a number is taken outside the transaction that writes its invoice',
    scene: 'the server dies while it writes an invoice',
    breaks: ['B1'],
    edits: [
      [
        'server/invoices/invoices-table.ts',
        'export async function nextPlace(',
        'const taken = new Map<string, number>()\nexport async function nextPlace(',
      ],
      [
        'server/invoices/invoices-table.ts',
        '  return (last ?? 0) + 1\n',
        '  const place = Math.max(taken.get(series) ?? 0, last ?? 0) + 1\n  taken.set(series, place)\n  return place\n',
      ],
    ],
  },
  {
    why: 'what goes back is not corrected',
    scene: 'a part is given back outside, before the batch',
    breaks: ['B1'],
    edits: [[issue, '  if (change !== 0)\n', '  if (change > 0)\n']],
  },
  {
    why: 'the invoice names the price of the letter with its tax on top',
    scene: 'a part is given back outside, before the batch',
    breaks: ['B1'],
    edits: [[issue, '      total: received_cents,\n', '      total: Math.round(received_cents * 1.21),\n']],
  },
]
