import { basename } from 'node:path/posix'
import { expect, test } from 'vitest'
import { code, importsOf, paths, type Import, type Listing } from './architecture/source.ts'

/** `may`: what a part imports. `mayName`: of what it imports types only. A path ending in `/` is a whole folder. */
type Wall = { may: string[]; mayName?: string[] }

/** The types of the functions that `actions.ts` hands from module to module: everybody may name them. */
const ports = ['server/ports.ts', 'server/typesetting/typesetter.ts', 'server/mail/queue-mail.ts']

/** Only these see everything: they wire the house (design.md#wiring-by-hand). */
const wiring = [
  /^server\/(main|alarms|app|world|open-world|actions|chores|workers|start-trouble|command-line[\w-]*)\.ts$/,
  /^server\/(testing|command-line)\//,
  /^web\/src\/(main|app|routes|server-entry|write\/island)\.tsx?$/,
  /^web\/build\//,
  /^(journeys|bench|faults)\//,
]
const isWiring = (file: string) => wiring.some((pattern) => pattern.test(file))

const walls: Record<string, Wall> = {
  'letter/': { may: ['letter/'] },
  'server/settings.ts': { may: ['letter/', 'server/settings/'] },
  'server/settings/': { may: ['letter/', 'server/settings/'] },
  'server/ports.ts': { may: [], mayName: ['letter/', 'server/database/'] },
  'server/http/': {
    may: ['letter/', 'server/http/', 'server/database/database-trouble.ts'],
    mayName: ['server/settings.ts', 'server/database/', 'server/outside/'],
  },
  'server/database/': { may: ['letter/', 'server/database/'], mayName: ['server/outside/'] },
  /** What rooms need whose work is done in a process of its own. */
  'server/children/': { may: ['server/children/'] },
  'server/outside/': {
    may: ['letter/', 'server/outside/'],
    mayName: ['server/settings.ts', 'server/database/'],
  },
  'web/src/journal/': { may: ['letter/', 'web/src/journal/'] },
  'web/src/ui/': { may: ['web/src/ui/', 'web/src/styles/'] },
  'web/src/outside/': { may: ['letter/', 'web/src/outside/', 'web/src/ui/', 'web/src/styles/'] },
  'web/src/layout/': { may: ['letter/', 'web/src/layout/', 'web/src/ui/', 'web/src/styles/'] },
}

/**
 * Every other folder of `server/` and `web/src/` is a room, and rooms never import rooms
 * (design.md#modules-do-not-import-modules).
 */
function wallOf(file: string): Wall | undefined {
  const own = Object.keys(walls).find((part) => file.startsWith(part))
  if (own) return walls[own]
  const room = /^(server|web\/src)\/[\w-]+\//.exec(file)?.[0]
  if (room?.startsWith('server/'))
    return {
      may: ['letter/', room, 'server/http/', 'server/database/', 'server/children/'],
      mayName: ['server/outside/', ...ports],
    }
  const shared = [
    'letter/',
    'web/src/journal/',
    'web/src/ui/',
    'web/src/outside/',
    'web/src/layout/',
    'web/src/styles/',
  ]
  if (room) return { may: [...shared, room] }
  return file.startsWith('web/src/') ? { may: ['letter/', 'web/src/styles/'] } : undefined
}

/** The few packages of the domain, and where (design.md#domain-imports-nothing). Types cost nothing. */
const domainPackages: Record<string, string> = {
  'letter/accounts/calls.ts': 'zod',
  'letter/address/book-calls.ts': 'zod',
  'letter/calls.ts': 'zod',
  'letter/draft-calls.ts': 'zod',
  'letter/looks/template-calls.ts': 'zod',
  'letter/price/invoice-calls.ts': 'zod',
  'letter/looks/calls.ts': 'zod',
  'letter/print-room/calls.ts': 'zod',
  'letter/print-room/console-calls.ts': 'zod',
  'letter/content/reading/read-html.ts': 'htmlparser2',
}

const calls = [
  'letter/accounts/calls.ts',
  'letter/address/book-calls.ts',
  'letter/calls.ts',
  'letter/draft-calls.ts',
  'letter/looks/template-calls.ts',
  'letter/price/invoice-calls.ts',
  'letter/looks/calls.ts',
  'letter/print-room/calls.ts',
  'letter/print-room/console-calls.ts',
]

const isPath = (target: string) => /^(letter|server|web|journeys|bench|faults)\//.test(target)
const isUnder = (target: string, part: string) =>
  part.endsWith('/') ? target.startsWith(part) : target === part

/** Files at the top of the browser's side that no screen is wired in, like its calls: every room may use them. */
const isSharedFile = (target: string) => /^web\/src\/[\w-]+\.tsx?$/.test(target)

function isAllowed(file: string, { target, isType }: Import): boolean {
  if (!isPath(target)) return !file.startsWith('letter/') || isType || domainPackages[file] === target
  // The checks of the calls weigh more than the page: the browser and the rest of the domain take their types.
  if (calls.includes(target) && !calls.includes(file) && !file.startsWith('server/')) return isType
  const wall = wallOf(file)
  if (!wall || isWiring(file)) return true
  if (isType && wall.mayName?.some((part) => isUnder(target, part))) return true
  if (isWiring(target)) return false
  if (file.startsWith('web/src/') && isSharedFile(target)) return true
  return wall.may.some((part) => isUnder(target, part))
}

/** Each import that climbs over a wall, as `file -> target`. */
const strays = (listing: Listing): string[] =>
  Object.entries(listing).flatMap(([file, source]) =>
    importsOf(file, source)
      .filter((one) => !isAllowed(file, one))
      .map(({ target }) => `${file} -> ${target}`),
  )

const withWord = (word: RegExp, where: (file: string) => boolean) =>
  paths.filter((file) => where(file) && word.test(code[file] ?? ''))

test('rooms never import rooms, the domain imports nothing, only the wiring sees everything (design.md#domain-imports-nothing)', () => {
  expect(paths.length).toBeGreaterThan(30)
  expect(strays(code)).toEqual([])
})

/** The two programs hand their environment to `readSettings` and look at nothing in it. */
const doorsOfTheProcess = ['server/main.ts', 'server/command-line.ts']

test('settings are read at the door: process.env goes to readSettings and nowhere else (design.md#settings-read-once)', () => {
  const isServer = (file: string) => /^(letter|server)\//.test(file) && !file.includes('/testing/')
  // A child process needs the search path; that is no setting.
  expect(
    withWord(/\bprocess\.env\b(?!\.PATH\b)/, isServer).filter((file) => !doorsOfTheProcess.includes(file)),
  ).toEqual([])
  const otherUse = /(?<!readSettings\()\bprocess\.env\b/
  expect(withWord(otherUse, (file) => doorsOfTheProcess.includes(file))).toEqual([])
})

test('time and chance are arguments in every room and in the domain (design.md#time-and-randomness-are-arguments)', () => {
  const isRoom = (file: string) =>
    /^(letter|server\/[\w-]+)\//.test(file) && !/^server\/(outside|testing)\//.test(file)
  const world = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandom(UUID|Bytes|Int)\(|\bgetRandomValues\(/
  expect(withWord(world, isRoom)).toEqual([])
})

test('there are no drawers and no barrels: what has no place has no name yet (design.md#no-drawers)', () => {
  const drawer = /(^|\/)(utils?|helpers?|common|lib|misc|services?|models?)(\/|\.tsx?$)/
  expect(paths.filter((file) => drawer.test(file))).toEqual([])
  expect(paths.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
})

test('nothing is typed any', () => {
  expect(withWord(/(:|\bas|<)\s*any\s*([;,)>=[\]|&]|$)/m, () => true)).toEqual([])
})

test.each([
  ['letter/price.ts', "import { readFileSync } from 'node:fs'", 'node:fs'],
  ['letter/price.ts', "import { z } from 'zod'", 'zod'],
  ['letter/price.ts', "import { open } from '../server/database/open.ts'", 'server/database/open.ts'],
  ['letter/address/address.ts', "import { failure } from '../calls.ts'", 'letter/calls.ts'],
  ['server/letters/freeze.ts', "import { pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "import type { Pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "export { pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "import {\n  a,\n  b,\n} from '../payments/pay.ts'", 'server/payments/pay.ts'],
  [
    'server/letters/freeze.ts',
    "import { createTypesetter } from '../typesetting/pool/pool.ts'",
    'server/typesetting/pool/pool.ts',
  ],
  [
    'server/letters/freeze.ts',
    "import { x } from '../typesetting/typesetter.ts'",
    'server/typesetting/typesetter.ts',
  ],
  [
    'server/letters/freeze.ts',
    "import { systemClock } from '../outside/clock.ts'",
    'server/outside/clock.ts',
  ],
  ['server/letters/freeze.ts', "import type { World } from '../world.ts'", 'server/world.ts'],
  ['server/letters/freeze.ts', "import { takeStep } from '../ports.ts'", 'server/ports.ts'],
  ['server/ports.ts', "import type { Paid } from './payments/pay.ts'", 'server/payments/pay.ts'],
  [
    'server/brand-new-room/do.ts',
    "const { pay } = await import('../payments/pay.ts')",
    'server/payments/pay.ts',
  ],
  ['server/http/bare-app.ts', "import { settings } from '../settings.ts'", 'server/settings.ts'],
  ['web/src/write/send.ts', "import { failure } from '@lacre/letter/calls.ts'", 'letter/calls.ts'],
  [
    'web/src/print-room/scan.ts',
    "import { scanned } from '@lacre/letter/print-room/calls.ts'",
    'letter/print-room/calls.ts',
  ],
  ['web/src/write/send.ts', "import { Login } from '../account/login.tsx'", 'web/src/account/login.tsx'],
  ['web/src/write/send.ts', "import '../account/login.css'", 'web/src/account/login.css'],
  ['web/src/write/send.ts', "import { routes } from '../routes.tsx'", 'web/src/routes.tsx'],
  ['web/src/ui/modal.tsx', "import { send } from '../write/send.ts'", 'web/src/write/send.ts'],
  ['web/src/api.ts', "import { send } from './write/send.ts'", 'web/src/write/send.ts'],
  ['web/src/write/send.ts', "import { open } from '../../../server/settings.ts'", 'server/settings.ts'],
])('a stray planted in %s is caught: %s', (file, source, target) => {
  expect(strays({ [file]: source })).toEqual([`${file} -> ${target}`])
})

test.each([
  ['letter/content/schema.ts', "import type { MarkSpec } from 'prosemirror-model'"],
  ['letter/content/reading/read-html.ts', "import { Parser } from 'htmlparser2'"],
  ['server/letters/freeze.ts', "import type { Typesetter } from '../typesetting/typesetter.ts'"],
  ['server/letters/freeze.ts', "import { type Clock } from '../outside/clock.ts'"],
  ['server/letters/freeze.ts', "import { readHtml } from '@lacre/letter/content/reading/read-html.ts'"],
  ['server/letters/freeze.ts', "import { refuse } from '../http/failure.ts'\nimport { z } from 'zod'"],
  ['server/app.ts', "import { pay } from './payments/pay.ts'"],
  ['web/src/write/send.ts', "import type { Session } from '@lacre/letter/accounts/calls.ts'"],
  ['web/src/write/send.ts', "import { api } from '../api.ts'\nimport '../ui/modal.css'"],
  ['web/src/routes.tsx', "const write = () => import('./write/write.tsx')"],
])('%s may say %s', (file, source) => {
  expect(strays({ [file]: source })).toEqual([])
})
