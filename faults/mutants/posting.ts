import type { Mutant } from './mutant.ts'

/** What somebody might get wrong about when a letter leaves, and about one that leaves again. */
export const postingMutants: Mutant[] = [
  {
    why: 'a batch takes letters whose day has not come',
    scene: 'a letter waits for a holiday',
    breaks: ['D1'],
    edits: [
      {
        file: 'server/letters/print-jobs.ts',
        find: '    .where(isDue(due))\n',
        replace: '',
      },
    ],
  },
  {
    why: 'what is for a day leaves on the eve',
    scene: 'a letter for a day is put off, and cancelled on the eve',
    breaks: ['D1'],
    edits: [
      {
        file: 'server/print-room/close-batch.ts',
        find: 'const due = dueOn(madridDay(before ?? clock.now()), closedDays)',
        replace: 'const due = dueOn(addDays(madridDay(before ?? clock.now()), 1), closedDays)',
      },
    ],
  },
  {
    why: 'a closed day is a day like any other',
    scene: 'a day is closed after a letter was paid for it',
    breaks: ['D1'],
    edits: [
      {
        file: 'letter/days.ts',
        find: ' && !closed.includes(one)',
        replace: ' && closed.length >= 0',
      },
    ],
  },
  {
    why: 'senders are promised the cut-off of a closed day',
    scene: 'a day is closed after a letter was paid for it',
    breaks: ['D1'],
    edits: [
      {
        file: 'letter/days.ts',
        find: 'isWorkingDay(from, cutOff.closed ?? [])',
        replace: 'isWorkingDay(from, [])',
      },
    ],
  },
  {
    why: 'what came back goes again at the whole price',
    scene: 'a letter of an order comes back and is sent again',
    breaks: ['A1'],
    edits: [
      {
        file: 'letter/price/price.ts',
        find: "const postage = lines.filter(({ code }) => code === 'postage')",
        replace: 'const postage = lines.filter(({ code }) => code.length > 0)',
      },
    ],
  },
  {
    why: 'what came back goes again as often as somebody pays',
    scene: 'a letter of an order comes back and is sent again',
    breaks: ['A1'],
    edits: [
      {
        file: 'server/orders/again.ts',
        find: "  if (second && second.state !== 'frozen') return 'sent-again'\n",
        replace: '',
      },
      {
        file: 'server/orders/again.ts',
        find: "  if (payment !== 'cancelled') return payment === 'paid' ? 'sent-again' : 'payment-unknown'\n",
        replace: '  void payment\n',
      },
      {
        file: 'server/database/schema.sql',
        find: 'create unique index letter_again_once',
        replace: 'create index letter_again_once',
      },
    ],
  },
  {
    why: 'what is sent again counts as paid, as its first was',
    scene: 'a letter is sent again, and nobody pays',
    breaks: ['M2', 'S1'],
    edits: [
      {
        file: 'server/orders/freeze.ts',
        find: "    state: 'frozen' as const,",
        replace: "    state: (againOf ? 'paid' : 'frozen') as 'frozen',",
      },
    ],
  },
]
