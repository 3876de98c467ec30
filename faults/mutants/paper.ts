import type { Mutant } from './mutant.ts'

const takeStep = 'server/letters/steps.ts'
const toFiles = 'server/operating/letter-commands.ts'

export const paperMutants: Mutant[] = [
  {
    why: 'what is printed is made again instead of taken as it was paid',
    scene: 'pays, and it is printed and posted',
    breaks: ['M5'],
    edits: [
      {
        file: 'server/print-room/merge-letters.ts',
        find: 'const letter = await PDFDocument.load(pdf, reading)',
        replace:
          'const letter = await PDFDocument.load(pdf, reading)\n      letter.getPage(0).scaleContent(0.97, 0.97)',
      },
    ],
  },
  {
    why: 'the sender stands where the recipient belongs',
    scene: 'pays, and it is printed and posted',
    breaks: ['M6'],
    edits: [
      {
        file: 'server/typesetting/draft.ts',
        find: 'recipientBlock(destination)',
        replace: 'recipientBlock(origin)',
      },
    ],
  },
  {
    why: 'a step is taken from any state',
    scene: 'cancels while the batch is being closed',
    breaks: ['S1', 'M7', 'M8'],
    edits: [
      {
        file: takeStep,
        find: 'const to = after(from, step)',
        replace:
          "const to = after(from, step) ?? (step === 'cancel' ? 'cancelled' : step === 'batch' ? 'batched' : undefined)",
      },
      {
        file: takeStep,
        find: "    .orderBy('id')\n    .forUpdate()\n",
        replace: "    .orderBy('id')\n",
      },
      {
        file: 'server/letters/letters-table.ts',
        find: ".orderBy('id').forUpdate()",
        replace: ".orderBy('id')",
      },
      {
        file: 'server/letters/print-jobs.ts',
        find: ".where('batch_id', 'is', null)",
        replace: '',
      },
    ],
  },
  {
    why: 'a letter can be cancelled when its batch is closed',
    scene: 'cancels after the batch is closed',
    breaks: ['M7', 'M8'],
    edits: [
      {
        file: 'letter/journey.ts',
        find: "batched: { print: 'printed',",
        replace: "batched: { cancel: 'cancelled', print: 'printed',",
      },
      {
        file: 'letter/journey.ts',
        find: "  state === 'frozen' || state === 'paid'\n",
        replace: "  state === 'frozen' || state === 'paid' || (state as State) === 'batched'\n",
      },
      {
        file: 'server/orders/cancel.ts',
        find: "if (state === 'paid') await returnMoney",
        replace: "if ((state as State) !== 'frozen') await returnMoney",
      },
      {
        file: 'server/print-room/batch-pdf.ts',
        find: 'letters.filter(isPrintable)',
        replace: 'letters',
      },
      {
        file: 'server/print-room/batch-pdf.ts',
        find: 'if (!isPrintable(letter)) return',
        replace: "if (!isPrintable(letter) && letter.state !== 'cancelled') return",
      },
    ],
  },
  {
    why: 'a second event stages a second print',
    scene: 'declined told after paid',
    breaks: ['M1', 'S2'],
    edits: [
      {
        file: 'server/database/schema.sql',
        find: 'create unique index print_job_once on print_job (letter_id) where not is_void;',
        replace: '',
      },
      {
        file: 'server/payments/sync.ts',
        find: "if (order.state !== 'open') return\n",
        replace: '',
      },
      {
        file: 'server/payments/sync.ts',
        find: '  paid: keepForAPerson,',
        replace: '  paid: (deps, tx, letter) => deps.stagePrintJobs(tx, [letter.id], deps.clock.now()),',
      },
    ],
  },
  {
    why: 'a batch whose maker died is not made again',
    scene: 'the batch command dies once the batch is closed',
    breaks: ['M1', 'S2'],
    edits: [
      {
        file: toFiles,
        find: "  while ((await closeBatch(deps, { by, until })) !== 'nothing-waiting');\n  return unmadeBatches(deps.db)",
        replace: [
          '  const closed: number[] = []',
          '  for (;;) {',
          '    const batch = await closeBatch(deps, { by, until })',
          "    if (batch === 'nothing-waiting') return closed.filter(() => unmadeBatches)",
          '    closed.push(batch.id)',
          '  }',
        ].join('\n'),
      },
    ],
  },
  {
    why: 'a batch counts as made before its files are safe',
    scene: 'the batch command dies before its files are told',
    breaks: ['M1', 'S2'],
    edits: [
      {
        file: toFiles,
        find: '  const paths = letters ? await writeFiles(',
        replace:
          "  await recordDownload(deps, made, { by, why: 'print' })\n  const paths = letters ? await writeFiles(",
      },
    ],
  },
  {
    why: 'the job of a cancelled letter stays where it is',
    scene: 'pays and cancels',
    breaks: ['S2'],
    edits: [
      {
        file: 'server/letters/print-jobs.ts',
        find: "is_void: true, reason: 'cancelled'",
        replace: "reason: 'cancelled'",
      },
    ],
  },
  {
    why: 'Enviar pressed twice makes two letters',
    scene: 'presses Enviar twice at once',
    breaks: ['S4'],
    edits: [
      {
        file: 'server/database/schema.sql',
        find: "create unique index letter_unpaid_once on letter (account_id, fingerprint) where state = 'frozen';",
        replace: '',
      },
      {
        file: 'server/letters/letters-table.ts',
        find: `    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'fingerprint'])
        .where('state', '=', 'frozen')
        .doUpdateSet((eb) => ({ fingerprint: eb.ref('excluded.fingerprint') })),
    )
`,
        replace: '',
      },
    ],
  },
  {
    why: 'a letter is acknowledged before it is stored',
    scene: 'dies before a letter it acknowledged is stored',
    breaks: ['S3'],
    edits: [
      {
        file: 'server/orders/freeze.ts',
        find: 'return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces))',
        replace:
          'void deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces)).catch(() => {})\n  return { ...row, price_lines: price.lines, paidAt: null, older: [] } as unknown as LetterRow & BesideUnpaid',
      },
    ],
  },
  {
    why: 'a cancellation is acknowledged before it is stored',
    scene: 'dies before a cancellation it acknowledged is stored',
    breaks: ['S3'],
    edits: [
      {
        file: 'server/orders/routes.ts',
        find: 'const outcome = await cancelLetter(deps, account, request.params.id)',
        replace:
          "void cancelLetter(deps, account, request.params.id).catch(() => {})\n    const outcome: string = 'cancelled'",
      },
      {
        file: 'server/orders/routes.ts',
        find: "if (outcome !== 'cancelled') throw failureOfCancel(outcome)\n    return findLetter",
        replace: 'void [outcome, failureOfCancel]\n    return findLetter',
      },
    ],
  },
  {
    why: 'a step leaves no trace in the history',
    scene: 'pays, and it is printed and posted',
    breaks: ['S1'],
    edits: [
      {
        file: takeStep,
        find: '  await recordSteps(tx, moves, { step, cause, now })\n',
        replace: "  if (step !== 'batch') await recordSteps(tx, moves, { step, cause, now })\n",
      },
    ],
  },
  {
    why: 'the history has gaps',
    scene: 'pays, and it is printed and posted',
    breaks: ['S1'],
    edits: [{ file: takeStep, find: 'max(seq), 0) + 1 from', replace: 'max(seq), 0) + 2 from' }],
  },
]
