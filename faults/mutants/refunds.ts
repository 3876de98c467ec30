import type { Mutant } from './mutant.ts'

const refunds = 'server/payments/refunds.ts'
const settle = 'server/payments/settle-refunds.ts'
const cancelHeldLetter = 'server/print-room/letter-money.ts'
const reconcile = 'server/payments/reconcile.ts'

/** Mistakes about refunds. */
export const refundMutants: Mutant[] = [
  {
    why: 'a failed refund is skipped when its payment is gone',
    story: 'a refund fails after it succeeded, and the provider has forgotten its payment',
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
    why: 'refunds are not reconciled',
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
    why: "a full refund on the provider's pages leaves the print job",
    story: "all is refunded on the provider's pages, before the batch",
    edits: [[refunds, '  for (const id of letterIds) await voidPrintJob(tx, id)\n', '  void voidPrintJob\n']],
  },
  {
    why: "a partial refund on the provider's pages cancels the letter",
    story: "a part is refunded on the provider's pages, before the batch",
    edits: [[refunds, 'paid_at && left_cents <= 0', 'paid_at && left_cents < 329']],
  },
  {
    why: "a full refund on the provider's pages does not cancel the letter",
    story: "all is refunded on the provider's pages, before the batch",
    edits: [[refunds, 'paid_at && left_cents <= 0', 'paid_at && left_cents < 0']],
  },
  {
    why: 'the shown sum is refunded where another was charged',
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
    why: 'the mail about a cancellation names another sum than the one charged',
    story: 'another sum is taken, and an operator cancels',
    edits: [
      [
        cancelHeldLetter,
        'refunded: String(refunded), ...(refunded',
        'refunded: String(refunded && refunded - 1), ...(refunded',
      ],
    ],
  },
  {
    why: 'a charge of another sum is not refunded with the letter',
    story: 'another sum is taken, and an operator cancels',
    edits: [[refunds, "payment.state === 'taken'", "payment.state === 'open'"]],
  },
  {
    why: 'an operator may resume an unpaid letter',
    story: 'an operator resumes an unpaid letter',
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
    why: 'a letter refunded by an operator is printed',
    story: 'an operator refunds a letter while its batch closes',
    breaks: ['M7'],
    edits: [['server/print-room/letter-money.ts', "letter.state === 'paid'", "letter.state === 'frozen'"]],
  },
]
