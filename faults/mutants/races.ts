import type { Mutant } from './mutant.ts'

const takeStep = 'server/letters/steps.ts'
const lockLetter = 'server/letters/letters-table.ts'

/** Mistakes that leave a race open. */
export const raceMutants: Mutant[] = [
  {
    why: 'the letter is not locked',
    story: 'an intent is requested while the letter is cancelled',
    edits: [
      [takeStep, "    .orderBy('id')\n    .forUpdate()\n", "    .orderBy('id')\n"],
      [lockLetter, ".orderBy('id').forUpdate()", ".orderBy('id')"],
    ],
  },
  {
    why: 'the printed hash is checked nowhere',
    story: 'the stored bytes have another hash than the paid ones',
    edits: [
      [
        'server/letters/stored.ts',
        "if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)",
        "if (createHash('sha256').update(pdf).digest('hex') === '')",
      ],
    ],
  },
  {
    why: 'the intent is returned without checking the letter again',
    story: 'the letter is cancelled before the response with the intent',
    edits: [
      [
        'server/payments/intent.ts',
        'return (await stillWanted(deps, order, seen)) ?? answerWithSecret(order, seen)',
        'void stillWanted\n  return answerWithSecret(order, seen)',
      ],
    ],
  },
  {
    why: 'a worker that lost its lease may still finish the job',
    story: 'a refund fails, fails again before its response, and is requested each time',
    edits: [
      ['server/database/jobs.ts', "      .where('lease', '=', job.lease)\n", ''],
      ['server/database/jobs.ts', ' and lease = ${job.lease}`', '`'],
    ],
  },
  {
    why: 'closing a batch locks the print job before the letter',
    story: 'a batch closes while one of its letters is cancelled',
    breaks: ['S2'],
    edits: [['server/print-room/close-batch.ts', ".forUpdate('letter')", ".forUpdate('job')"]],
  },
  {
    why: 'a letter may be stored while its account is erased',
    story: 'another letter is sent while the account is erased',
    edits: [
      [
        'server/letters/letters-table.ts',
        '  await lockAccount(tx, row.account_id)\n',
        '  void lockAccount\n',
      ],
    ],
  },
  {
    why: 'an account is erased with a paid letter',
    story: 'erases the account with a paid letter',
    edits: [['server/letters/forget.ts', "  paid: 'paid',", '  paid: undefined,']],
  },
  {
    why: 'the texts of an erased account stay',
    story: 'pays while the account is erased',
    edits: [
      [
        'server/letters/forget.ts',
        "  await tx.deleteFrom('letter_secret').where('letter_id', 'in', own).execute()\n",
        '  void own\n',
      ],
    ],
  },
  {
    why: 'a payment during the cancellation is not refunded',
    story: 'pays while the account is erased',
    edits: [
      [
        'server/orders/cancel.ts',
        "if (state === 'paid') await returnMoney",
        "if (letter.state === 'paid') await returnMoney",
      ],
    ],
  },
  {
    why: 'unreadable unpaid letters block all others from expiring',
    story: 'the provider forgets an intent, and another letter still expires',
    breaks: ['S2'],
    edits: [
      ['server/orders/cancel.ts', '.orderBy(sql`random()`)', ".orderBy('state_since')"],
      // A limit of one instead of fifty saves the story fifty-one letters.
      ['server/orders/cancel.ts', 'const expiredAtOnce = 50', 'const expiredAtOnce = 1'],
    ],
  },
  {
    why: 'a provider without an answer counts as a cancelled intent',
    story: 'the call that cancels the intent is lost',
    edits: [
      [
        'server/payments/learn-intent.ts',
        "if (isProviderTrouble(error)) return 'unknown'",
        "if (isProviderTrouble(error)) return 'cancelled'",
      ],
    ],
  },
  {
    why: 'the intent of a cancelled letter stays open',
    story: 'crashes over an intent for a letter that is cancelled meanwhile',
    edits: [
      [
        'server/payments/reconcile.ts',
        'isOver && !isEnded ?',
        'isOver && !isEnded && cancelPayment === undefined ?',
      ],
    ],
  },
  {
    why: 'a signature is stored without locking the account',
    story: 'a signature is stored while the account is erased',
    breaks: ['X1'],
    edits: [['server/orders/signature.ts', 'await lockAccount(tx, account_id)', 'void lockAccount']],
  },
]
