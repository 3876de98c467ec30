import type { Mutant } from './mutant.ts'

export const pressMutants: Mutant[] = [
  {
    why: 'an order that was not answered is given again under a new key, and not looked up',
    scene: 'the answer of the press is lost',
    breaks: ['M1'],
    edits: [
      {
        file: 'server/dispatch/look-up-unknown.ts',
        find: "if (looked.is === 'absent') return again(room, leased)",
        replace: 'if (looked.is) return again(room, leased)',
      },
      {
        file: 'server/dispatch/submit-waiting.ts',
        find: 'const order = { reference, key, pdf,',
        replace: 'const order = { reference, key: `${key.slice(0, 40)}${Math.random()}`, pdf,',
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
