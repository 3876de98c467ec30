import type { Mutant } from './mutant.ts'

const takeStep = 'server/letters/steps.ts'
const lockLetter = 'server/letters/letters-table.ts'

/** Mistakes that leave a race open. */
export const raceMutants: Mutant[] = [
  {
    why: 'nobody locks the letter',
    story: 'the means to pay are asked for while it is cancelled',
    edits: [
      [takeStep, "    .orderBy('id')\n    .forUpdate()\n", "    .orderBy('id')\n"],
      [lockLetter, ".orderBy('id').forUpdate()", ".orderBy('id')"],
    ],
  },
  {
    why: 'the hash of what is printed is looked at at neither door',
    story: 'what is stored has another hash than was paid',
    edits: [
      [
        'server/letters/stored.ts',
        "if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)",
        "if (createHash('sha256').update(pdf).digest('hex') === '')",
      ],
    ],
  },
  {
    why: 'the means to pay are given without a second look at the letter',
    story: 'cancelled while the means to pay are on their way',
    edits: [
      [
        'server/payments/intent.ts',
        'return (await stillWanted(deps, order, seen)) ?? answerWithSecret(order, seen)',
        'void stillWanted\n  return answerWithSecret(order, seen)',
      ],
    ],
  },
  {
    why: 'whoever lost the lease of a job may still end it',
    story: 'a refund fails, and again while it is answered, and is asked for each time',
    edits: [
      ['server/database/jobs.ts', "      .where('lease', '=', job.lease)\n", ''],
      ['server/database/jobs.ts', ' and lease = ${job.lease}`', '`'],
    ],
  },
  {
    why: 'closing a batch locks what is printed before the letter',
    story: 'a batch closes while one of its letters is cancelled',
    breaks: ['S2'],
    edits: [['server/print-room/close-batch.ts', ".forUpdate('letter')", ".forUpdate('job')"]],
  },
  {
    why: 'a letter may come while its account is erased',
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
    why: 'an account is erased though a letter of it is paid',
    story: 'erases the account with a paid letter',
    edits: [['server/letters/forget.ts', "  paid: 'paid',", '  paid: undefined,']],
  },
  {
    why: 'the words of an erased account stay',
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
    why: 'what was paid at the moment of its cancelling does not go back',
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
    why: 'the oldest unpaid letters that nobody can look at keep all others',
    story: 'the provider knows an intent no more, and another letter expires beside it',
    breaks: ['S2'],
    edits: [
      ['server/orders/cancel.ts', '.orderBy(sql`random()`)', ".orderBy('state_since')"],
      // A limit of one instead of fifty saves the story fifty-one letters.
      ['server/orders/cancel.ts', 'const expiredAtOnce = 50', 'const expiredAtOnce = 1'],
    ],
  },
  {
    why: 'a provider without an answer counts as a cancelled intent',
    story: 'the call that ends the means to pay is lost',
    edits: [
      [
        'server/payments/learn-intent.ts',
        "if (isProviderTrouble(error)) return 'unknown'",
        "if (isProviderTrouble(error)) return 'cancelled'",
      ],
    ],
  },
  {
    why: 'the intent of a letter that has ended stays open',
    story: 'dies over the means to pay for a letter that is cancelled meanwhile',
    edits: [
      [
        'server/payments/reconcile.ts',
        'isOver && !isEnded ?',
        'isOver && !isEnded && cancelPayment === undefined ?',
      ],
    ],
  },
  {
    why: 'a signature is kept without locking the account',
    story: 'a signature is kept while the account is erased',
    breaks: ['X1'],
    edits: [['server/orders/signature.ts', 'await lockAccount(tx, account_id)', 'void lockAccount']],
  },
]
