import type { Mutant } from './mutant.ts'

const refunds = 'server/payments/refunds.ts'
const settle = 'server/payments/settle-refunds.ts'
const cancelHeldLetter = 'server/print-room/letter-money.ts'
const reconcile = 'server/payments/reconcile.ts'

/** Mistakes about refunds. */
export const refundMutants: Mutant[] = [
  {
    why: 'a refund that failed is passed over where its payment is gone',
    story: 'a refund fails after it arrived, and the provider knows its payment no more',
    breaks: ['M8'],
    edits: [
      [
        reconcile,
        "const seen = await fetchIntent(deps, intentId, listed.object === 'dispute')",
        `const seen = await fetchIntent(deps, intentId, listed.object === 'dispute').catch(() => undefined)
    if (!seen) return false`,
      ],
    ],
  },
  {
    why: 'refunds whose event was lost are not read again',
    story: 'a refund fails after two weeks, and its event is lost',
    edits: [
      [reconcile, '[rereadRefunds, rereadDisputes]', '[...(deps ? [] : [rereadRefunds]), rereadDisputes]'],
      [
        'server/payments/reconcile.ts',
        '[...wantedEvents]',
        "wantedEvents.filter((type) => !type.startsWith('refund.'))",
      ],
    ],
  },
  {
    why: 'all given back outside leaves the print job where it is',
    story: 'all is given back outside, before the batch',
    edits: [[refunds, '  for (const id of letterIds) await voidPrintJob(tx, id)\n', '  void voidPrintJob\n']],
  },
  {
    why: 'a part given back outside cancels the letter',
    story: 'a part is given back outside, before the batch',
    edits: [[refunds, 'paid_at && left_cents <= 0', 'paid_at && left_cents < 329']],
  },
  {
    why: 'all given back outside is booked, and the letter goes its way',
    story: 'all is given back outside, before the batch',
    edits: [[refunds, 'paid_at && left_cents <= 0', 'paid_at && left_cents < 0']],
  },
  {
    why: 'the shown sum goes back where another was taken',
    story: 'another sum is taken, and an operator cancels',
    edits: [
      [
        settle,
        'const { left_cents: left } = await findPayment(tx, payment.id)',
        'const left = (await findPayment(tx, payment.id)).amount_cents',
      ],
    ],
  },
  {
    why: 'the mail of a cancellation names the shown sum, not the one taken',
    story: 'another sum is taken, and an operator cancels',
    edits: [
      [
        cancelHeldLetter,
        'refunded: String(refunded), ...(refunded',
        'refunded: String(refunded && letter.total_cents), ...(refunded',
      ],
    ],
  },
  {
    why: 'what was taken beside the shown sum is not given back with the letter',
    story: 'another sum is taken, and an operator cancels',
    edits: [[refunds, "payment.state === 'taken'", "payment.state === 'open'"]],
  },
  {
    why: 'an operator may resume what is not paid',
    story: 'an operator resumes what nobody has paid',
    edits: [
      ['server/print-room/letters.ts', "  if (records === 'differs') return 'not-paid'\n", ''],
      [
        'server/print-room/letters.ts',
        "if ((await readMoneyState(tx, letter.id)) !== 'paid') return 'not-paid'",
        "if ((await readMoneyState(tx, letter.id)) === 'refund-asked') return 'not-paid'",
      ],
      [
        'server/print-room/letters.ts',
        "return (await becomesPaper(tx, money, [letter.id])).has(letter.id) ? undefined : 'not-paid'",
        'return undefined',
      ],
      ['server/print-room/batch-pdf.ts', 'onPaper.has(letter.id) ?', 'onPaper ?'],
    ],
  },
  {
    why: 'what the office refunds is printed all the same',
    story: 'an operator refunds a letter while its batch closes',
    breaks: ['M7'],
    edits: [['server/print-room/letter-money.ts', "letter.state === 'paid'", "letter.state === 'frozen'"]],
  },
]
