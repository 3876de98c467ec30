import type { Mutant } from './mutant.ts'

export const pressMutants: Mutant[] = [
  {
    why: 'other bytes are ordered than were paid',
    scene: 'the answer to the order to print is lost',
    breaks: ['M5'],
    edits: [
      {
        file: 'server/dispatch/submit/submit-waiting.ts',
        find: 'const order = { reference, key, pdf,',
        replace: "const order = { reference, key, pdf: Buffer.concat([pdf, Buffer.from('\\n')]),",
      },
    ],
  },
  {
    why: 'an order that was not answered is forgotten',
    scene: 'the order does not reach the press',
    breaks: ['M1', 'S2'],
    edits: [
      {
        file: 'server/chores.ts',
        find: 'run: () => lookUpUnknown(dispatch)',
        replace: 'run: () => Promise.resolve((void lookUpUnknown, 0))',
      },
    ],
  },
  {
    why: 'each fault of the press counts for the life of a letter',
    scene: 'the press cannot be reached for two hours, and is lame after',
    edits: [
      {
        file: 'server/dispatch/submissions/record-outcome.ts',
        find: ', ...(outcome.id !== leased.printer_id && { tries: 0 })',
        replace: '',
      },
    ],
  },
  {
    why: 'after some faults the press is asked once an hour',
    scene: 'the press cannot be reached for two hours, and is lame after',
    edits: [
      {
        file: 'server/dispatch/submissions/pauses.ts',
        find: 'Math.min(2 ** (tries - 1), 15)',
        replace: 'Math.min(2 ** (tries - 1), 60)',
      },
    ],
  },
]
