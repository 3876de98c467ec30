import type { Mutant } from './mutant.ts'

const send = 'server/mail/send.ts'
const post = 'server/print-room/mark-batch.ts'

export const mailMutants: Mutant[] = [
  {
    why: 'a message is queued outside the transaction that makes it true',
    story: 'crashes before a cancellation is stored, without a retry',
    breaks: ['E1'],
    edits: [
      [
        'server/orders/cancel.ts',
        "  await queueMail(deps, tx, { kind: 'cancelled', data: { letterId, ...more, refunded: String(refunded) } })",
        `  const data = { letterId, ...more, refunded: String(refunded) }
  await deps.db.transaction().execute((own) => queueMail(deps, own, { kind: 'cancelled', data }))`,
      ],
    ],
  },
  {
    why: 'a message counts as sent before the mail server accepts it',
    story: 'the mail server is down',
    breaks: ['E1'],
    edits: [
      [
        send,
        'await carrier.carry({ id: mail.id, to: mail.recipient, ...message })',
        'void carrier.carry({ id: mail.id, to: mail.recipient, ...message }).catch(() => {})',
      ],
    ],
  },
  {
    why: 'a message has another name each time it is sent',
    story: 'the acceptance of the mail server is lost',
    breaks: ['E1'],
    edits: [[send, 'carrier.carry({ id: mail.id,', 'carrier.carry({ id: `${mail.id}-${mail.attempts}`,']],
  },
  {
    why: 'a message that was refused once is given up',
    story: 'the acceptance of the mail server is lost',
    breaks: ['E1'],
    edits: [['server/mail/send.ts', 'const maxAttempts = 37', 'const maxAttempts = 1']],
  },
  {
    why: 'a payment gets no receipt',
    story: 'pays, and it is printed and posted',
    breaks: ['E1'],
    edits: [
      [
        'server/payments/sync.ts',
        'await queueReceipt(deps, tx, letters, now)',
        'if (now.getTime() < 0) await queueReceipt(deps, tx, letters, now)',
      ],
    ],
  },
  {
    why: 'the posted mail names only the first letter of an order',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['E1'],
    edits: [[post, '{ ...order, arrival }', '{ letterId: order.letterId, arrival }']],
  },
  {
    why: 'each letter of an order gets its own posted mail',
    story: 'pays three letters at once, and they are printed and posted',
    breaks: ['E1'],
    edits: [[post, 'await paidTogether(tx, neverPosted)', 'neverPosted.map((letterId) => ({ letterId }))']],
  },
  {
    why: 'the mail about a refunded order names the sum of one letter',
    story: "all of an order is refunded on the provider's pages",
    breaks: ['E1'],
    edits: [
      ['server/payments/refunds.ts', 'sum + (given.get(id) ?? 0), 0))', 'sum || (given.get(id) ?? 0), 0))'],
    ],
  },
]
