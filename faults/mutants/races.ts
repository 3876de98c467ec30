import type { Mutant } from './mutant.ts'

const takeStep = 'server/letters/steps.ts'
const lockLetter = 'server/letters/letters-table.ts'

/** What somebody might leave open between two who come at once. */
export const raceMutants: Mutant[] = [
  {
    why: 'nobody locks the letter',
    scene: 'the means to pay are asked for while it is cancelled',
    edits: [
      {
        file: takeStep,
        find: "    .orderBy('id')\n    .forUpdate()\n",
        replace: "    .orderBy('id')\n",
      },
      {
        file: lockLetter,
        find: ".orderBy('id').forUpdate()",
        replace: ".orderBy('id')",
      },
    ],
  },
  {
    why: 'the hash of what is printed is looked at at neither door',
    scene: 'what is stored has another hash than was paid',
    edits: [
      {
        file: 'server/letters/stored.ts',
        find: "if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)",
        replace: "if (createHash('sha256').update(pdf).digest('hex') === '')",
      },
    ],
  },
  {
    why: 'the means to pay are given without a second look at the letter',
    scene: 'cancelled while the means to pay are on their way',
    edits: [
      {
        file: 'server/payments/intent.ts',
        find: 'return (await stillWanted(deps, order, seen)) ?? secretOf(order, seen)',
        replace: 'void stillWanted\n  return secretOf(order, seen)',
      },
    ],
  },
  {
    why: 'whoever lost the lease of a job may still end it',
    scene: 'a refund fails, and again while it is answered, and is asked for each time',
    edits: [
      {
        file: 'server/database/jobs.ts',
        find: "      .where('lease', '=', job.lease)\n",
        replace: '',
      },
      { file: 'server/database/jobs.ts', find: ' and lease = ${job.lease}`', replace: '`' },
    ],
  },
  {
    why: 'the cut-off closes a minute late',
    scene: 'paid just before the cut-off, and just after it',
    edits: [
      {
        file: 'server/print-room/close-batch.ts',
        find: '{ by, limit, before: at }',
        replace: '{ by, limit, before: new Date(at.getTime() + 60_000) }',
      },
    ],
  },
  {
    why: 'closing a batch locks what is printed before the letter',
    scene: 'a batch closes while one of its letters is cancelled',
    breaks: ['S2'],
    edits: [
      {
        file: 'server/print-room/close-batch.ts',
        find: ".forUpdate('letter')",
        replace: ".forUpdate('job')",
      },
    ],
  },
  {
    why: 'a letter may come while its account is erased',
    scene: 'another letter is sent while the account is erased',
    edits: [
      {
        file: 'server/letters/letters-table.ts',
        find: '  await lockAccount(tx, row.account_id)\n',
        replace: '  void lockAccount\n',
      },
    ],
  },
  {
    why: 'an account is erased though a letter of it is paid',
    scene: 'erases the account with a paid letter',
    edits: [
      {
        file: 'server/letters/forget.ts',
        find: "  paid: 'paid',",
        replace: '  paid: undefined,',
      },
    ],
  },
  {
    why: 'the words of an erased account stay',
    scene: 'pays while the account is erased',
    edits: [
      {
        file: 'server/letters/forget.ts',
        find: "  await tx.deleteFrom('letter_secret').where('letter_id', 'in', own).execute()\n",
        replace: '  void own\n',
      },
    ],
  },
  {
    why: 'what was paid at the moment of its cancelling does not go back',
    scene: 'pays while the account is erased',
    edits: [
      {
        file: 'server/orders/cancel.ts',
        find: "if (state === 'paid') await returnMoney",
        replace: "if (letter.state === 'paid') await returnMoney",
      },
    ],
  },
  {
    why: 'a letter expires, and can still be paid',
    scene: 'nobody pays, and a week later somebody tries',
    edits: [
      {
        file: 'server/orders/cancel.ts',
        find: "    if ((await cancelIntentOf(deps, id)) !== 'cancelled') return\n",
        replace: '    void cancelIntentOf\n',
      },
    ],
  },
  {
    why: 'the oldest unpaid letters that nobody can look at keep all others',
    scene: 'the provider knows an intent no more, and another letter expires beside it',
    breaks: ['S2'],
    edits: [
      {
        file: 'server/orders/cancel.ts',
        find: '.orderBy(sql`random()`)',
        replace: ".orderBy('state_since')",
      },
      // One stands for fifty: the story need not write fifty-one letters.
      {
        file: 'server/orders/cancel.ts',
        find: 'const expiredAtOnce = 50',
        replace: 'const expiredAtOnce = 1',
      },
    ],
  },
  {
    why: 'a provider without an answer counts as a cancelled intent',
    scene: 'the call that ends the means to pay is lost',
    edits: [
      {
        file: 'server/payments/learn-intent.ts',
        find: "if (isProviderTrouble(error)) return 'unknown'",
        replace: "if (isProviderTrouble(error)) return 'cancelled'",
      },
    ],
  },
  {
    why: 'the intent of a letter that has ended stays open',
    scene: 'dies over the means to pay for a letter that is cancelled meanwhile',
    edits: [
      {
        file: 'server/payments/reconcile.ts',
        find: 'isOver && !isEnded ?',
        replace: 'isOver && !isEnded && cancelPayment === undefined ?',
      },
    ],
  },
  {
    why: 'a signature is kept without locking the account',
    scene: 'a signature is kept while the account is erased',
    breaks: ['X1'],
    edits: [
      {
        file: 'server/orders/signature.ts',
        find: 'await lockAccount(tx, account_id)',
        replace: 'void lockAccount',
      },
    ],
  },
]
