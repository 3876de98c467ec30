import type { Mutant } from './mutant.ts'

const sync = 'server/payments/sync.ts'
const seen = 'server/payments/seen-intent.ts'
const learn = 'server/payments/learn-intent.ts'
const reconcile = 'server/payments/reconcile.ts'
const readEvents = 'server/payments/reconcile.ts'
const disputes = 'server/payments/disputes.ts'

/** Mistakes about slow and unusual answers of the provider. */
export const providerMutants: Mutant[] = [
  {
    why: 'a payment that is still processing counts as paid',
    story: 'the bank takes hours over a payment',
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
    story: 'the provider charges more than was shown',
    edits: [[sync, 'seen.received !== order.cents ||', 'seen.received < order.cents ||']],
  },
  {
    why: 'neither sum nor currency is checked',
    story: 'the provider charges another sum',
    edits: [[sync, '  seen.received !== order.cents ||\n  seen.currency !== order.currency ||\n', '']],
  },
  {
    why: 'a payment that the provider forgot stays open after an operator has settled it',
    story: 'the provider forgets an intent, an operator settles it, and the letter is paid again',
    edits: [
      [
        'server/payments/learn-intent.ts',
        "if (error.code === 'resource_missing') await",
        "if (error.code === 'gone') await",
      ],
    ],
  },
  {
    why: 'a failure of the provider closes the payment without looking up the intent',
    story: 'the provider fails after its work, and replays the failure',
    edits: [[learn, '    if (found) return found\n', '    void found\n']],
  },
  {
    why: 'a disputed letter stays in the queue',
    story: 'a dispute is opened before the batch, and won',
    edits: [[disputes, '  if (isStopped) await doubt(deps, tx, letter)', '  void doubt']],
  },
  {
    why: 'a won dispute counts as lost',
    story: 'a dispute is opened before the batch, and won',
    edits: [
      [
        'server/payments/provider-states.ts',
        "  won: 'won',\n  lost: 'lost',",
        "  won: 'lost',\n  lost: 'lost',",
      ],
    ],
  },
  {
    why: 'disputes are not reconciled',
    story: 'a dispute is opened weeks after, and its event is lost',
    edits: [
      [reconcile, '[rereadRefunds, rereadDisputes]', '[rereadRefunds, ...(deps ? [] : [rereadDisputes])]'],
      [readEvents, '[...wantedEvents]', "wantedEvents.filter((type) => !type.startsWith('charge.dispute'))"],
      [
        'server/payments/reconcile.ts',
        'reconcile(deps, earlier(since, listedFor), done)',
        'reconcile(deps, listedFor ? undefined : earlier(since, listedFor), done)',
      ],
    ],
  },
  {
    why: 'a lost dispute alerts no operator',
    story: 'a dispute is opened before the batch, and lost',
    edits: [
      [
        disputes,
        "if (dispute !== 'won' || (letter",
        "if (dispute === 'open' || (dispute === 'won' && letter",
      ],
    ],
  },
]
