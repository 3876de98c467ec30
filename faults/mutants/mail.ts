import type { Mutant } from './mutant.ts'

const send = 'server/mail/send-due-mail.ts'

export const mailMutants: Mutant[] = [
  {
    why: 'a message is queued outside the transaction that makes it true',
    scene: 'dies before a cancellation is stored, and nobody comes back',
    breaks: ['E1'],
    edits: [
      {
        file: 'server/actions.ts',
        find: 'const queueMail: QueueMail = (tx, mail) => putInOutbox({ clock, random }, tx, mail)',
        replace: `const queueMail: QueueMail = (_tx, mail) =>
    db.transaction().execute((own) => putInOutbox({ clock, random }, own, mail))`,
      },
    ],
  },
  {
    why: 'a message counts as sent before anybody took it',
    scene: 'nobody answers at the mail server',
    breaks: ['E1'],
    edits: [
      {
        file: send,
        find: 'await carrier.carry({ id: mail.id, to: mail.recipient, ...message })',
        replace: 'void carrier.carry({ id: mail.id, to: mail.recipient, ...message }).catch(() => {})',
      },
    ],
  },
  {
    why: 'a message has another name each time it is sent',
    scene: 'the yes of the mail server is not heard',
    breaks: ['E1'],
    edits: [
      {
        file: send,
        find: 'carrier.carry({ id: mail.id,',
        replace: 'carrier.carry({ id: `${mail.id}-${mail.attempts}`,',
      },
    ],
  },
  {
    why: 'a message that was refused once is given up',
    scene: 'the yes of the mail server is not heard',
    breaks: ['E1'],
    edits: [{ file: send, find: 'const maxAttempts = 12', replace: 'const maxAttempts = 1' }],
  },
  {
    why: 'whoever paid gets no receipt',
    scene: 'pays, and it is printed and posted',
    breaks: ['E1'],
    edits: [
      {
        file: 'server/payments/intents/take-order.ts',
        find: 'if (accepted.length) await queueReceipt',
        replace: 'if (now.getTime() < 0) await queueReceipt',
      },
    ],
  },
]
