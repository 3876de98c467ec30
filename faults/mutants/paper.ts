import type { Mutant } from './mutant.ts'

const takeStep = 'server/letters/steps.ts'
const toFiles = 'server/operating/letter-commands.ts'

export const paperMutants: Mutant[] = [
  {
    why: 'the printed pages are made again instead of copied',
    story: 'pays, and it is printed and posted',
    breaks: ['M5'],
    edits: [
      [
        'server/print-room/merge-letters.ts',
        'const letter = await PDFDocument.load(pdf, reading)',
        'const letter = await PDFDocument.load(pdf, reading)\n      letter.getPage(0).scaleContent(0.97, 0.97)',
      ],
    ],
  },
  {
    why: 'sender and recipient are swapped on paper',
    story: 'pays, and it is printed and posted',
    breaks: ['M6'],
    edits: [['server/typesetting/draft.ts', 'recipientBlock(destination)', 'recipientBlock(origin)']],
  },
  {
    why: 'a step is taken from any state',
    story: 'cancels while the batch is being closed',
    breaks: ['S1', 'M7', 'M8'],
    edits: [
      [
        takeStep,
        'const to = after(from, step)',
        "const to = after(from, step) ?? (step === 'cancel' ? 'cancelled' : step === 'batch' ? 'batched' : undefined)",
      ],
      [takeStep, "    .orderBy('id')\n    .forUpdate()\n", "    .orderBy('id')\n"],
      ['server/letters/letters-table.ts', ".orderBy('id').forUpdate()", ".orderBy('id')"],
      ['server/letters/print-jobs.ts', ".where('batch_id', 'is', null)", ''],
    ],
  },
  {
    why: 'a batch is not finished after a crash',
    story: 'the batch command crashes after the batch is closed',
    breaks: ['M1', 'S2'],
    edits: [
      [
        toFiles,
        "  while ((await closeBatch(deps, { by, until })) !== 'nothing-waiting');\n  return unmadeBatches(deps.db)",
        [
          '  const closed: number[] = []',
          '  for (;;) {',
          '    const batch = await closeBatch(deps, { by, until })',
          "    if (batch === 'nothing-waiting') return closed.filter(() => unmadeBatches)",
          '    closed.push(batch.id)',
          '  }',
        ].join('\n'),
      ],
    ],
  },
  {
    why: 'a batch counts as made before its files are on disk',
    story: 'the batch command crashes before its files are recorded',
    breaks: ['M1', 'S2'],
    edits: [
      [
        toFiles,
        '  const paths = letters ? await writeFiles(',
        "  await recordDownload(deps, made, { by, why: 'print' })\n  const paths = letters ? await writeFiles(",
      ],
    ],
  },
  {
    why: 'the print job of a cancelled letter stays',
    story: 'pays and cancels',
    breaks: ['S2'],
    edits: [['server/letters/print-jobs.ts', "is_void: true, reason: 'cancelled'", "reason: 'cancelled'"]],
  },
  {
    why: 'a letter is acknowledged before it is stored',
    story: 'crashes before an acknowledged letter is stored',
    breaks: ['S3'],
    edits: [
      [
        'server/orders/freeze.ts',
        'return deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces))',
        'void deps.db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now, replaces)).catch(() => {})\n  return { ...row, price_lines: price.lines, paidAt: null, older: [] } as unknown as LetterRow & BesideUnpaid',
      ],
    ],
  },
  {
    why: 'a cancellation is acknowledged before it is stored',
    story: 'crashes before an acknowledged cancellation is stored',
    breaks: ['S3'],
    edits: [
      [
        'server/orders/routes.ts',
        'const outcome = await cancelLetter(deps, account, request.params.id)',
        "void cancelLetter(deps, account, request.params.id).catch(() => {})\n    const outcome: string = 'cancelled'",
      ],
      [
        'server/orders/routes.ts',
        "if (outcome !== 'cancelled') throw failureOfCancel(outcome)\n    return findLetter",
        'void [outcome, failureOfCancel]\n    return findLetter',
      ],
    ],
  },
  {
    why: 'a step is not in the history',
    story: 'pays, and it is printed and posted',
    breaks: ['S1'],
    edits: [
      [
        takeStep,
        '  await recordSteps(tx, moves, { step, cause, now })\n',
        "  if (step !== 'batch') await recordSteps(tx, moves, { step, cause, now })\n",
      ],
    ],
  },
  {
    why: 'the history has gaps',
    story: 'pays, and it is printed and posted',
    breaks: ['S1'],
    edits: [[takeStep, 'max(seq), 0) + 1 from', 'max(seq), 0) + 2 from']],
  },
]
