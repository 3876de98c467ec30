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
]
