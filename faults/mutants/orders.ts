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
      {
        file: settle,
        find: 'const { left_cents: left } = await paymentById(tx, payment.id)',
        replace: 'const left = seen.received',
      },
    ],
  },
  {
    why: 'only the first letter of an order is booked as paid',
    scene: 'pays three letters at once, and they are printed and posted',
    breaks: ['M1', 'M10'],
    edits: [
      {
        file: accept,
        find: 'for (const { letter, payment } of parts)\n    if',
        replace: 'for (const { letter, payment } of parts.slice(0, 1))\n    if',
      },
    ],
  },
  {
    why: 'the price of one letter is asked for an order',
    scene: 'pays three letters at once, and they are printed and posted',
    breaks: ['M3'],
    edits: [
      {
        file: 'server/payments/orders-table.ts',
        find: 'cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),',
        replace: 'cents: payments[0]?.amount_cents ?? 0,',
      },
    ],
  },
  {
    why: 'a letter may be in two open orders',
    scene: 'an order is formed anew with one more, and the old form is paid',
    breaks: ['M4'],
    edits: [
      {
        file: 'server/database/schema.sql',
        find: "create unique index payment_once on payment (letter_id)\n  where state = 'open' or (state = 'paid' and refunded_cents < received_cents);",
        replace: '',
      },
      {
        file: create,
        find: "  if ('others' in owed) return endOthers(deps, owed.others)\n",
        replace: "  void endOthers\n  if ('others' in owed) return undefined\n",
      },
      {
        file: 'server/payments/orders-table.ts',
        find: "    .where('letter_id', 'in', letterIds)\n    .where('state', 'in', ['open', 'paid'])\n",
        replace:
          "    .where('letter_id', 'in', letterIds)\n    .where(sql<boolean>`(select count(*) from payment as one where one.order_id = payment_money.order_id) = ${letterIds.length}`)\n    .where('state', 'in', ['open', 'paid'])\n",
      },
    ],
  },
  {
    why: 'the intent of an order that is formed anew ends in the books alone',
    scene: 'an order is formed anew without one, and the old form is paid',
    breaks: ['M4', 'M10'],
    edits: [
      {
        file: create,
        find: "    if ((await cancelOrder(deps, await findOrder(deps.db, id))) === 'open')\n      return { refused: 'payment-in-progress' }\n",
        replace:
          "    await deps.db.updateTable('payment_order').set({ state: 'cancelled' }).where('id', '=', id).execute()\n  void cancelOrder\n",
      },
    ],
  },
  {
    why: 'a letter that is cancelled leaves the form of its order payable',
    scene: 'one of an unpaid order is cancelled, and the rest is paid',
    breaks: ['M4'],
    edits: [
      {
        file: 'server/payments/learn-intent.ts',
        find: "if (!payment) return 'cancelled'",
        replace: "if (!payment || payment.name !== payment.letter_id) return 'cancelled'",
      },
    ],
  },
  {
    why: 'what goes back outside counts for each letter of an order',
    scene: 'a part of an order is given back outside',
    breaks: ['M9', 'M10', 'B1'],
    edits: [
      {
        file: share,
        find: 'return [{ payment_id: (open.length === 1 && open[0]?.id) || null, cents }]',
        replace: 'return open.map(({ id }) => ({ payment_id: id, cents }))',
      },
    ],
  },
  {
    why: 'what was given back outside goes to the first letter that has money left',
    scene: 'a part of an order is given back outside',
    breaks: ['M9', 'B1'],
    edits: [{ file: share, find: 'open.length === 1 && open[0]?.id', replace: 'open[0]?.id' }],
  },
  {
    why: 'what goes back for one letter is booked for the first of its order',
    scene: 'cancels one of three, and again',
    breaks: ['M9', 'M10'],
    edits: [
      {
        file: share,
        find: 'parts.find(({ letter }) => letter.id === letterId)',
        replace: 'parts.find(() => letterId)',
      },
    ],
  },
  {
    why: 'a refund has a new key after a day, whatever is on its way',
    scene: 'the refund of one of three is held for a day, and another server goes on',
    breaks: ['M8'],
    edits: [
      {
        file: settle,
        find: 'failed !== null && failed < earlier(now, keyForgotten)',
        replace: '(failed ?? used ?? now) < earlier(now, keyForgotten)',
      },
    ],
  },
  {
    why: 'the refunds of two letters of an order share a key',
    scene: 'cancels two of three, and the answer to the first refund is lost',
    breaks: ['M8', 'S2'],
    edits: [
      { file: settle, find: '{ id }: Payment, cents', replace: '{ id, intent_id }: Payment, cents' },
      {
        file: settle,
        find: 'return attempt === 1 ? `refund:${id}` :',
        replace: 'return attempt === 1 ? `refund:${intent_id}` :',
      },
    ],
  },
  {
    why: 'only the newest refunds of an order are read',
    scene: 'the refunds of twelve letters of an order arrive after days',
    breaks: ['M9', 'M10', 'S2'],
    edits: [
      {
        file: 'server/payments/seen-intent.ts',
        find: 'charge?.refunds?.has_more',
        replace: 'charge?.refunds?.data.length === 0',
      },
    ],
  },
  {
    why: 'the hash of the first letter stands for the whole order',
    scene: 'pays three letters at once, and they are printed and posted',
    breaks: ['M5'],
    edits: [
      {
        file: 'server/payments/orders-table.ts',
        find: '.reduce(hashOfBoth)',
        replace: '.reduce((one, other) => (hashOfBoth(one, other) ? one : other))',
      },
    ],
  },
  {
    why: 'each letter of an order gets a receipt',
    scene: 'pays three letters at once, and they are printed and posted',
    breaks: ['E1'],
    edits: [
      {
        file: accept,
        find: 'await queueReceipt(deps, tx, letters, now)',
        replace: 'for (const one of letters) await queueReceipt(deps, tx, [one], now)',
      },
    ],
  },
  {
    why: 'a dispute of an order stops its first letter alone',
    scene: 'an order is disputed before the batch, and won',
    breaks: ['M7', 'M10'],
    edits: [
      {
        file: 'server/payments/disputes.ts',
        find: 'for (const { letter } of parts) {\n    await settleMoneyIssues',
        replace: 'for (const { letter } of parts.slice(0, 1)) {\n    await settleMoneyIssues',
      },
    ],
  },
  {
    why: 'an open order with one of these letters passes for the one that is asked for',
    scene: 'two tabs ask for different letters at once',
    breaks: ['S3'],
    edits: [
      {
        file: create,
        find: 'order.payments.map(idOf).join() === live.map(idOf).join() && live.length === letters.length',
        replace: 'idOf && order.payments.length === letters.length',
      },
    ],
  },
  {
    why: 'letters of somebody else may be paid along',
    scene: 'a letter of somebody else is asked for along',
    breaks: ['M11'],
    edits: [
      {
        file: create,
        find: 'account_id === accountId',
        replace: 'account_id !== accountId || accountId',
      },
    ],
  },
]
