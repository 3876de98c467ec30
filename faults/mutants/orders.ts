import type { Mutant } from './mutant.ts'

const create = 'server/payments/intent.ts'
const accept = 'server/payments/sync.ts'
const settle = 'server/payments/settle-refunds.ts'
const share = 'server/payments/book-refunds.ts'

/** What somebody might get wrong about letters that are paid together. */
export const orderMutants: Mutant[] = [
  {
    why: 'all of an order goes back when one letter of it is cancelled',
    scene: 'cancels one of three, and again',
    breaks: ['M7', 'M9', 'M10'],
    edits: [
      {
        file: settle,
        find: 'const left = received_cents - back - onTheWay',
        replace: 'const left = received_cents && seen.received - back - onTheWay',
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
        find: "const open = parts.filter(({ payment }) => payment.state === 'open')",
        replace: "const open = parts.slice(0, 1).filter(({ payment }) => payment.state === 'open')",
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
        find: 'cents: rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),',
        replace: 'cents: first.amount_cents,',
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
        find: "create unique index payment_once on payment (letter_id) where state in ('open', 'paid');",
        replace: '',
      },
      {
        file: create,
        find: "  if ('others' in owed) return endOthers(deps, owed.others)\n",
        replace: "  void endOthers\n  if ('others' in owed) return undefined\n",
      },
      {
        file: 'server/payments/payments-table.ts',
        find: "    .where('letter_id', 'in', letterIds)\n    .where('state', 'in', ['open', 'paid'])\n",
        replace:
          "    .where('letter_id', 'in', letterIds)\n    .where(sql<boolean>`(select count(*) from payment as one where one.idempotency_key = payment.idempotency_key) = ${letterIds.length}`)\n    .where('state', 'in', ['open', 'paid'])\n",
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
        find: "    if ((await cancelOrder(deps, await orderOf(deps.db, payment))) === 'open')\n      return { refused: 'payment-in-progress' }\n",
        replace:
          "    for (const { id } of (await orderOf(deps.db, payment)).payments)\n      await deps.db.updateTable('payment').set({ state: 'cancelled' }).where('id', '=', id).execute()\n  void cancelOrder\n",
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
        replace: "if (!payment || payment.order_id) return 'cancelled'",
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
        find: 'spreadOver(refund.cents, { parts, shares, known, sent })',
        replace: '(spreadOver(0, { parts, shares, known, sent }), parts.map(() => refund.cents))',
      },
    ],
  },
  {
    why: 'what was given back outside takes the room of a refund that is on its way',
    scene: 'a part is given back outside while the refund of one letter is on its way',
    breaks: ['M8', 'M9', 'B1'],
    edits: [{ file: share, find: 'sent.has(payment.id) ? 0 :', replace: "sent.has('') ? 0 :" }],
  },
  {
    why: 'what goes back for one letter is booked for the first of its order',
    scene: 'cancels one of three, and again',
    breaks: ['M9', 'M10'],
    edits: [
      {
        file: share,
        find: 'const part = parts.find(({ letter }) => letter.id === refund.letterId)',
        replace: 'const part = parts.find(() => refund.letterId)',
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
        find: 'if (dispute !== payment.dispute || news.some(such))',
        replace: 'if (index === 0 && (dispute !== payment.dispute || news.some(such)))',
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
