import type { Mutant } from './mutant.ts'

const create = 'server/payments/intent.ts'
const accept = 'server/payments/sync.ts'
const settle = 'server/payments/settle-refunds.ts'
const share = 'server/payments/refunds.ts'

/** Mistakes about letters that are paid together. */
export const orderMutants: Mutant[] = [
  {
    why: 'all of an order is refunded when one letter is cancelled',
    story: 'cancels one of three, and again',
    breaks: ['M7', 'M9', 'M10'],
    edits: [
      [
        settle,
        'const { left_cents: left } = await findPayment(tx, payment.id)',
        'const left = seen.received',
      ],
    ],
  },
  {
    why: 'only the first letter of an order is booked as paid',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['M1', 'M10'],
    edits: [
      [
        accept,
        'for (const { letter, payment } of parts)\n    if',
        'for (const { letter, payment } of parts.slice(0, 1))\n    if',
      ],
    ],
  },
  {
    why: 'an order is charged the price of one letter',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['M3'],
    edits: [
      [
        'server/payments/orders-table.ts',
        'cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),',
        'cents: payments[0]?.amount_cents ?? 0,',
      ],
    ],
  },
  {
    why: 'the old intent of a changed order is cancelled in our books only',
    story: 'an order is made again without one letter, and the old form is paid',
    breaks: ['M4', 'M10'],
    edits: [
      [
        create,
        "    if ((await cancelOrder(deps, await findOrder(deps.db, id))) === 'open')\n      return { refused: 'payment-in-progress' }\n",
        "    await deps.db.updateTable('payment_order').set({ state: 'cancelled' }).where('id', '=', id).execute()\n  void cancelOrder\n",
      ],
    ],
  },
  {
    why: "a refund on the provider's pages is booked for each letter of an order",
    story: "a part of an order is refunded on the provider's pages",
    breaks: ['M9', 'M10', 'B1'],
    edits: [
      [
        share,
        'return [{ payment_id: (open.length === 1 && open[0]?.id) || null, cents }]',
        'return open.map(({ id }) => ({ payment_id: id, cents }))',
      ],
    ],
  },
  {
    why: "a refund on the provider's pages is booked for the first letter with money left",
    story: "a part of an order is refunded on the provider's pages",
    breaks: ['M9', 'B1'],
    edits: [[share, 'open.length === 1 && open[0]?.id', 'open[0]?.id']],
  },
  {
    why: 'the refund of one letter is booked for the first of its order',
    story: 'cancels one of three, and again',
    breaks: ['M9', 'M10'],
    edits: [[share, 'parts.find(({ letter }) => letter.id === letterId)', 'parts.find(() => letterId)']],
  },
  {
    why: 'a refund has a new key after a day, even while one is pending',
    story: 'the refund of one of three hangs for a day, and another server takes over',
    breaks: ['M8'],
    edits: [
      [
        settle,
        'failed !== null && failed < earlier(now, keyForgotten)',
        '(failed ?? used ?? now) < earlier(now, keyForgotten)',
      ],
    ],
  },
  {
    why: 'the refunds of two letters of an order share a key',
    story: 'cancels two of three, and the response to the first refund is lost',
    breaks: ['M8', 'S2'],
    edits: [
      [settle, '{ id }: Payment, cents', '{ id, intent_id }: Payment, cents'],
      [settle, 'return attempt === 1 ? `refund:${id}` :', 'return attempt === 1 ? `refund:${intent_id}` :'],
    ],
  },
  {
    why: 'only the newest refunds of an order are read',
    story: 'the refunds of twelve letters of an order arrive after days',
    breaks: ['M9', 'M10', 'S2'],
    edits: [
      ['server/payments/seen-intent.ts', 'charge?.refunds?.has_more', 'charge?.refunds?.data.length === 0'],
    ],
  },
  {
    why: 'the hash of the first letter stands for the whole order',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['M5'],
    edits: [
      [
        'server/payments/orders-table.ts',
        '.reduce(hashOfBoth)',
        '.reduce((one, other) => (hashOfBoth(one, other) ? one : other))',
      ],
    ],
  },
  {
    why: 'each letter of an order gets a receipt',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['E1'],
    edits: [
      [
        accept,
        'await queueReceipt(deps, tx, letters, now)',
        'for (const one of letters) await queueReceipt(deps, tx, [one], now)',
      ],
    ],
  },
  {
    why: 'a dispute of an order stops only its first letter',
    story: 'an order is disputed before the batch, and won',
    breaks: ['M7', 'M10'],
    edits: [
      [
        'server/payments/disputes.ts',
        'for (const { letter } of parts) {\n    await settleMoneyIssues',
        'for (const { letter } of parts.slice(0, 1)) {\n    await settleMoneyIssues',
      ],
    ],
  },
  {
    why: 'an open order of the same size is taken for the requested one',
    story: 'two tabs ask for different letters at once',
    breaks: ['S3'],
    edits: [
      [
        create,
        'order.payments.map(idOf).join() === live.map(idOf).join() && live.length === letters.length',
        'idOf && order.payments.length === letters.length',
      ],
    ],
  },
]
