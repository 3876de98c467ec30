import type { Mutant } from './mutant.ts'

const create = 'server/payments/intent.ts'
const accept = 'server/payments/sync.ts'
const settle = 'server/payments/settle-refunds.ts'
const share = 'server/payments/refunds.ts'

/** Mistakes about letters that are paid together. */
export const orderMutants: Mutant[] = [
  {
    why: 'all of an order goes back when one letter of it is cancelled',
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
    why: 'the price of one letter is asked for an order',
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
    why: 'the intent of an order that is formed anew ends in the books alone',
    story: 'an order is formed anew without one, and the old form is paid',
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
    why: 'what goes back outside counts for each letter of an order',
    story: 'a part of an order is given back outside',
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
    why: 'what was given back outside goes to the first letter that has money left',
    story: 'a part of an order is given back outside',
    breaks: ['M9', 'B1'],
    edits: [[share, 'open.length === 1 && open[0]?.id', 'open[0]?.id']],
  },
  {
    why: 'what goes back for one letter is booked for the first of its order',
    story: 'cancels one of three, and again',
    breaks: ['M9', 'M10'],
    edits: [[share, 'parts.find(({ letter }) => letter.id === letterId)', 'parts.find(() => letterId)']],
  },
  {
    why: 'a refund has a new key after a day, whatever is on its way',
    story: 'the refund of one of three is held for a day, and another server goes on',
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
    story: 'cancels two of three, and the answer to the first refund is lost',
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
    why: 'a dispute of an order stops its first letter alone',
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
    why: 'an open order with one of these letters passes for the one that is asked for',
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
