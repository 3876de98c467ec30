import type { Mutant } from './mutant.ts'

const sync = 'server/payments/sync.ts'
const seen = 'server/payments/seen-intent.ts'
const learn = 'server/payments/learn-intent.ts'
const reconcile = 'server/payments/reconcile.ts'
const apart = 'server/payments/reconcile.ts'
const readEvents = 'server/payments/reconcile.ts'
const openPaid = 'server/print-room/batch-pdf.ts'
const disputes = 'server/payments/disputes.ts'

/** What somebody might get wrong about the provider's slower and odder answers. */
export const providerMutants: Mutant[] = [
  {
    why: 'a payment that is still processing counts as paid',
    scene: 'the bank takes hours over a payment',
    edits: [
      [
        seen,
        '    status: intent.status,\n    received: intent.amount_received,',
        "    status: intent.status === 'processing' ? 'succeeded' : intent.status,\n    received: intent.status === 'processing' ? intent.amount : intent.amount_received,",
      ],
    ],
  },
  {
    why: 'only too little money is a mismatch, not too much',
    scene: 'the provider charges more than was shown',
    edits: [[sync, 'seen.received !== order.cents ||', 'seen.received < order.cents ||']],
  },
  {
    why: 'neither the sum nor the currency is looked at',
    scene: 'the provider charges another sum',
    edits: [[sync, '  seen.received !== order.cents ||\n  seen.currency !== order.currency ||\n', '']],
  },
  {
    why: 'test money counts as live money when it is booked',
    scene: "the provider's own test card on a live server",
    edits: [[sync, 'seen.isLive !== moneyModes[money].isLive ||', '']],
  },
  {
    why: 'what the provider does not know stays open after a person has seen to it',
    scene: 'the provider knows an intent no more, an operator sees to it, and the letter is paid anew',
    edits: [
      [
        'server/payments/learn-intent.ts',
        "if (error.code === 'resource_missing') await",
        "if (error.code === 'gone') await",
      ],
    ],
  },
  {
    why: "test money is not asked about at the batch's door",
    scene: 'test money that was booked before anybody looked',
    edits: [[openPaid, 'onPaper.has(letter.id) ?', 'onPaper ?']],
  },
  {
    why: 'a key that is in use counts as a lasting failure',
    scene: 'the key is in use, asked at the same moment',
    edits: [[learn, '  error.statusCode !== 409 &&\n', '']],
  },
  {
    why: 'a row is closed for a failure though its intent is known',
    scene: 'asked for twice at once, and one is answered with a failure',
    edits: [
      [
        'server/payments/orders-table.ts',
        "await closing(db, id).where('intent_id', 'is', null).execute()",
        'await closing(db, id).execute()',
      ],
      [learn, '    if (found) return found\n', '    void found\n'],
    ],
  },
  {
    why: 'a failure of the provider closes the row without a look whether the intent was made',
    scene: 'a failure of its own, stored, with its work done',
    edits: [[learn, '    if (found) return found\n', '    void found\n']],
  },
  {
    why: 'one payment that the provider does not know stops the reconciling of all',
    scene: 'the provider knows an intent no more, and others wait',
    edits: [
      [
        apart,
        '    const why = isProviderTrouble',
        '    if (deps) throw error\n    const why = isProviderTrouble',
      ],
    ],
  },
  {
    why: 'an unknown payment counts as a provider that does not answer',
    scene: 'the provider knows an intent no more, and others wait',
    breaks: ['S2'],
    edits: [
      [
        apart,
        '? !isRefusal(error) || (isAboutKey',
        '? isProviderTrouble(error) || isRefusal(error) || (isAboutKey',
      ],
    ],
  },
  {
    why: 'an unknown payment is passed over without a call to anybody',
    scene: 'the provider knows an intent no more, and others wait',
    edits: [[apart, '    await raiseUnreadable(deps.db, reference, note)', '    void raiseUnreadable']],
  },
  {
    why: 'a disputed letter stays in the queue',
    scene: 'a dispute is opened before the batch, and won',
    edits: [[disputes, '  if (isStopped) await doubt(deps, tx, letter)', '  void doubt']],
  },
  {
    why: 'a won dispute counts as lost',
    scene: 'a dispute is opened before the batch, and won',
    edits: [
      [
        'server/payments/provider-states.ts',
        "  won: 'won',\n  lost: 'lost',",
        "  won: 'lost',\n  lost: 'lost',",
      ],
    ],
  },
  {
    why: 'disputes whose event was lost are not looked for',
    scene: 'a dispute is opened weeks after, and its event is lost',
    edits: [
      [reconcile, '[rereadRefunds, rereadDisputes]', '[rereadRefunds, ...(deps ? [] : [rereadDisputes])]'],
      [readEvents, '[...wantedEvents]', "wantedEvents.filter((type) => !type.startsWith('charge.dispute'))"],
      [
        'server/payments/reconcile.ts',
        'reconcile(deps, earlier(since, listedFor))',
        'reconcile(deps, listedFor ? undefined : earlier(since, listedFor))',
      ],
    ],
  },
  {
    why: 'the list of events is not read',
    scene: 'a Bizum is approved after one has left, and no webhook comes',
    breaks: ['M10'],
    edits: [
      [
        'server/payments/reconcile.ts',
        'newest = await readEvents(deps, done, since)',
        'newest = deps ? now : await readEvents(deps, done, since)',
      ],
    ],
  },
  {
    why: 'nobody is called to a lost dispute',
    scene: 'a dispute is opened before the batch, and lost',
    edits: [
      [
        disputes,
        "if (dispute !== 'won' || (letter",
        "if (dispute === 'open' || (dispute === 'won' && letter",
      ],
    ],
  },
]
