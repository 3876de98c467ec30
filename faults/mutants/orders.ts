import type { Mutant } from './mutant.ts'

const create = 'server/payments/intent.ts'
const accept = 'server/payments/sync.ts'
const settle = 'server/payments/settle-refunds.ts'
const share = 'server/payments/refunds.ts'

/** What somebody might get wrong about letters that are paid together. */
export const orderMutants: Mutant[] = [
  {
    why: 'all of an order goes back when one letter of it is cancelled',
    scene: 'cancels one of three, and again',
    breaks: ['M7', 'M9', 'M10'],
    edits: [
      [
        settle,
        'const { left_cents: left } = await paymentById(tx, payment.id)',
        'const left = seen.received',
      ],
    ],
  },
  {
    why: 'only the first letter of an order is booked as paid',
    scene: 'pays three letters at once, and they are printed and posted',
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
    scene: 'pays three letters at once, and they are printed and posted',
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
    why: 'a letter may be in two open orders',
    scene: 'an order is formed anew with one more, and the old form is paid',
    breaks: ['M4'],
    edits: [
      [
        'server/database/schema.sql',
        "create unique index payment_once on payment (letter_id)\n  where state = 'open' or (state = 'paid' and refunded_cents < received_cents);",
        '',
      ],
      [
        create,
        "  if ('others' in owed) return endOthers(deps, owed.others)\n",
        "  void endOthers\n  if ('others' in owed) return undefined\n",
      ],
      [
        'server/payments/orders-table.ts',
        "    .where('letter_id', 'in', letterIds)\n    .where('state', 'in', ['open', 'paid'])\n",
        "    .where('letter_id', 'in', letterIds)\n    .where(sql<boolean>`(select count(*) from payment as one where one.order_id = payment_money.order_id) = ${letterIds.length}`)\n    .where('state', 'in', ['open', 'paid'])\n",
      ],
    ],
  },
  {
    why: 'the intent of an order that is formed anew ends in the books alone',
    scene: 'an order is formed anew without one, and the old form is paid',
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
    why: 'a letter that is cancelled leaves the form of its order payable',
    scene: 'one of an unpaid order is cancelled, and the rest is paid',
    breaks: ['M4'],
    edits: [
      [
        'server/payments/learn-intent.ts',
        "if (!payment) return 'cancelled'",
        "if (!payment || payment.name !== payment.letter_id) return 'cancelled'",
      ],
    ],
  },
  {
    why: 'what goes back outside counts for each letter of an order',
    scene: 'a part of an order is given back outside',
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
    scene: 'a part of an order is given back outside',
    breaks: ['M9', 'B1'],
    edits: [[share, 'open.length === 1 && open[0]?.id', 'open[0]?.id']],
  },
  {
    why: 'what goes back for one letter is booked for the first of its order',
    scene: 'cancels one of three, and again',
    breaks: ['M9', 'M10'],
    edits: [[share, 'parts.find(({ letter }) => letter.id === letterId)', 'parts.find(() => letterId)']],
  },
  {
    why: 'a refund has a new key after a day, whatever is on its way',
    scene: 'the refund of one of three is held for a day, and another server goes on',
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
    scene: 'cancels two of three, and the answer to the first refund is lost',
    breaks: ['M8', 'S2'],
    edits: [
      [settle, '{ id }: Payment, cents', '{ id, intent_id }: Payment, cents'],
      [settle, 'return attempt === 1 ? `refund:${id}` :', 'return attempt === 1 ? `refund:${intent_id}` :'],
    ],
  },
  {
    why: 'only the newest refunds of an order are read',
    scene: 'the refunds of twelve letters of an order arrive after days',
    breaks: ['M9', 'M10', 'S2'],
    edits: [
      ['server/payments/seen-intent.ts', 'charge?.refunds?.has_more', 'charge?.refunds?.data.length === 0'],
    ],
  },
  {
    why: 'the hash of the first letter stands for the whole order',
    scene: 'pays three letters at once, and they are printed and posted',
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
    scene: 'pays three letters at once, and they are printed and posted',
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
    scene: 'an order is disputed before the batch, and won',
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
    scene: 'two tabs ask for different letters at once',
    breaks: ['S3'],
    edits: [
      [
        create,
        'order.payments.map(idOf).join() === live.map(idOf).join() && live.length === letters.length',
        'idOf && order.payments.length === letters.length',
      ],
    ],
  },
  {
    why: 'letters of somebody else may be paid along',
    scene: 'a letter of somebody else is asked for along',
    breaks: ['M11'],
    edits: [[create, 'account_id === accountId', 'account_id !== accountId || accountId']],
  },
]
