import type { Mutant } from './mutant.ts'

/** Mistakes about posting days and letters that are sent again. */
export const postingMutants: Mutant[] = [
  {
    why: 'a letter for a day leaves the day before',
    story: 'a letter for a day is postponed, and cancelled the day before',
    breaks: ['D1'],
    edits: [
      [
        'server/print-room/close-batch.ts',
        'const due = dueOn(madridDay(before ?? clock.now()), closedDays)',
        'const due = dueOn(addDays(madridDay(before ?? clock.now()), 1), closedDays)',
      ],
    ],
  },
  {
    why: 'closed days are ignored',
    story: 'a day is closed after a letter was paid for it',
    breaks: ['D1'],
    edits: [['letter/days.ts', ' && !closed.includes(one)', ' && closed.length >= 0']],
  },
  {
    why: 'senders are promised the cut-off of a closed day',
    story: 'a day is closed after a letter was paid for it',
    breaks: ['D1'],
    edits: [['letter/days.ts', 'isWorkingDay(from, cutOff.closed ?? [])', 'isWorkingDay(from, [])']],
  },
  {
    why: 'a returned letter is sent again at the full price',
    story: 'a letter of an order is returned and sent again',
    breaks: ['A1'],
    edits: [
      [
        'letter/price/price.ts',
        "const postage = lines.filter(({ code }) => code === 'postage')",
        'const postage = lines.filter(({ code }) => code.length > 0)',
      ],
    ],
  },
  {
    why: 'a returned letter is sent again for every payment',
    story: 'a letter of an order is returned and sent again',
    breaks: ['A1'],
    edits: [
      ['server/orders/again.ts', "  if (second && second.state !== 'frozen') return 'sent-again'\n", ''],
      [
        'server/orders/again.ts',
        "  if (payment !== 'cancelled') return payment === 'paid' ? 'sent-again' : 'payment-unknown'\n",
        '  void payment\n',
      ],
      [
        'server/database/schema.sql',
        'create unique index letter_again_once',
        'create index letter_again_once',
      ],
    ],
  },
  {
    why: 'a second letter counts as paid because the first was',
    story: 'a letter is sent again without a payment',
    breaks: ['M2', 'S1'],
    edits: [
      [
        'server/orders/freeze.ts',
        "    state: 'frozen' as const,",
        "    state: (againOf ? 'paid' : 'frozen') as 'frozen',",
      ],
    ],
  },
]
