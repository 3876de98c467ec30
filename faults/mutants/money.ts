import type { Mutant } from './mutant.ts'

const learn = 'server/payments/learn-intent.ts'
const sync = 'server/payments/sync.ts'
const webhook = 'server/payments/webhook.ts'
const lockLetter = 'server/letters/letters-table.ts'
const settleRefunds = 'server/payments/settle-refunds.ts'

export const moneyMutants: Mutant[] = [
  {
    // One alone does no harm: the other guard remains.
    why: 'neither a lock nor a unique index guards the open payment of a letter',
    story: 'asks for a second intent while the first is stored, and pays both',
    breaks: ['M4', 'S4'],
    edits: [
      [
        'server/database/schema.sql',
        "create unique index payment_once on payment (letter_id)\n  where state = 'open' or (state = 'paid' and refunded_cents < received_cents);",
        '',
      ],
      [lockLetter, ".orderBy('id').forUpdate()", ".orderBy('id')"],
    ],
  },
  {
    why: 'a new idempotency key each time the provider is asked',
    story: "the provider's response is lost, and the call is retried",
    breaks: ['S4', 'M4'],
    edits: [
      [
        learn,
        '{ idempotencyKey: order.idempotency_key }',
        '{ idempotencyKey: `${order.idempotency_key} ${deps.clock.now().getTime()}` }',
      ],
    ],
  },
  {
    why: 'a webhook is answered before it is booked',
    story: 'the server crashes after it answered a webhook',
    breaks: ['M10'],
    edits: [
      [
        webhook,
        'const received = await receiveEvent(deps, event)',
        "void receiveEvent(deps, event).catch(() => {})\n      const received: string = 'paid'",
      ],
    ],
  },
  {
    why: 'the charged sum is not checked',
    story: 'the provider charges another sum',
    breaks: ['M3', 'M9'],
    edits: [[sync, 'seen.received !== order.cents ||', '']],
  },
  {
    why: 'the paid hash is not checked',
    story: 'an intent with another hash turns up for a letter that waits for its response',
    breaks: ['M5'],
    edits: [[sync, 'seen.hash !== order.hash ||', '']],
  },
  {
    why: 'the intent is made for another sum than was shown',
    story: 'pays, and it is printed and posted',
    breaks: ['M3'],
    edits: [
      [
        'server/payments/orders-table.ts',
        'amount_cents: letter.total_cents,',
        'amount_cents: letter.total_cents + 1,',
      ],
    ],
  },
  {
    why: 'every event of an intent counts as a payment',
    story: 'a declined card, and nothing more',
    breaks: ['M2', 'M9', 'M10'],
    edits: [
      [sync, "if (seen.status === 'succeeded') {", "if (seen.status !== 'canceled') {"],
      [sync, 'seen.received !== order.cents ||', ''],
    ],
  },
  {
    why: 'lost webhooks are not reconciled',
    story: 'an event is lost',
    breaks: ['M1', 'M10'],
    edits: [['server/payments/reconcile.ts', '  if (!turn)', '  if (turn)']],
  },
  {
    why: 'an edit does not cancel the old intent',
    story: 'a letter is edited, and the old form is paid',
    breaks: ['M4'],
    edits: [
      [
        'server/orders/freeze.ts',
        'await replaceOlder(deps, frozen.older, addressesAsText(made))',
        'void replaceOlder',
      ],
    ],
  },
  {
    why: 'a refund has a new key each time, and is not looked up first',
    story: 'the response to a refund is lost',
    breaks: ['S2', 'M7'],
    edits: [
      [
        settleRefunds,
        'const idempotencyKey = await keyFor(deps, tx, payment, left)',
        'const idempotencyKey = `${await keyFor(deps, tx, payment, left)}:${Math.random()}`',
      ],
      [settleRefunds, 'if (left <= 0) return undefined', ''],
      [settleRefunds, 'amount: left,', 'amount: payment.amount_cents,'],
    ],
  },
  {
    why: 'a cent of a refund is kept',
    story: 'pays and cancels',
    breaks: ['M8', 'M9', 'P1'],
    edits: [[settleRefunds, 'amount: left,', 'amount: left - 1,']],
  },
  {
    why: 'a refund is stored without a job',
    story: 'pays and cancels',
    breaks: ['S2', 'M8'],
    edits: [
      [
        'server/payments/refunds.ts',
        "await enqueue(tx, 'refund', id, {}, { givesUp: false })",
        'void enqueue',
      ],
      ['server/payments/reconcile.ts', '\n  await raiseStuckRefunds(deps)', '\n  void raiseStuckRefunds'],
      ['server/payments/reconcile.ts', '\n    await raiseStuckRefunds(deps)', '\n    void raiseStuckRefunds'],
    ],
  },
]
