import { basename } from 'node:path/posix'
import { expect, test } from 'vitest'
import { code, importsOf, paths, serverTests, type Import, type Listing } from './source.ts'

/**
 * The modules of the server. Each imports those that stand before it, never one that stands after it
 * (design/code.md#modules-import-downwards).
 */
const modules = [
  'outside',
  'database',
  'http',
  'sandbox',
  'mail',
  'accounts',
  'typesetting',
  'letters',
  'payments',
  'orders',
  'invoices',
  'print-room',
  'privacy',
  'operating',
]

const rankOf = (file: string) => {
  const module = /^server\/([\w-]+)\//.exec(file)?.[1]
  return module === undefined || module === 'testing' ? undefined : modules.indexOf(module)
}

/** Files at the server's root that every module may name, as types only: what is handed in, and the settings. */
const handedIn = ['server/settings.ts', 'server/world.ts']

/** These see everything: they wire the server, or start it. */
const isWiring = (file: string) =>
  /^server\/[\w-]+\.ts$/.test(file) ||
  /^server\/(testing|operating)\//.test(file) ||
  /^web\/src\/(main|app|routes|server-entry|write\/island)\.tsx?$/.test(file) ||
  /^(web\/build|journeys|bench|faults|tools)\//.test(file)

/** What the screens stand on, in order: each part imports those before it; a screen imports them all and no other screen. */
const beneath = ['styles', 'ui', 'outside', 'layout', 'editor', 'pages', 'drafts', 'payment']

/** The tests of a module use what all tests share. */
const isOfTests = (file: string, target: string) =>
  file.includes('/testing/') && /^(server|web\/src)\/testing\//.test(target)

/** Screens whose dialogs are those of the writing page; they come when they are opened. */
const afterWrite = ['address-book', 'my-letters']

/** Files at the top of the browser's side that no screen is wired in, like its calls: every part may use them. */
const isShared = (target: string) => /^web\/src\/[\w-]+\.tsx?$/.test(target)
const partOf = (file: string) => /^web\/src\/([\w-]+)\//.exec(file)?.[1]

function isAllowedInWeb(file: string, target: string): boolean {
  if (isWiring(target)) return false
  if (target.startsWith('letter/') || isShared(target)) return true
  const [from, to = ''] = [partOf(file), partOf(target)]
  if (from === undefined) return to === 'styles'
  if (to === 'write' && afterWrite.includes(from)) return true
  const rank = beneath.indexOf(from)
  return from === to || beneath.slice(0, rank < 0 ? undefined : rank).includes(to)
}

function isAllowedInServer(file: string, { target, isType }: Import): boolean {
  if (target.startsWith('letter/')) return true
  const [from, to] = [rankOf(file), rankOf(target)]
  if (to === undefined) return isType && handedIn.includes(target)
  return from !== undefined && from >= 0 && to >= 0 && to <= from
}

/** The few packages of the domain (design/code.md#domain-imports-nothing). Types cost nothing. */
const isDomainPackage = (file: string, target: string) =>
  (target === 'zod' && isCalls(file)) ||
  (target === 'htmlparser2' && file === 'letter/content/reading/read-html.ts')

/** The shapes of the calls and their checks. */
const isCalls = (file: string) => /^letter\/(.*[/-])?calls\.ts$/.test(file)

const isPath = (target: string) => /^(letter|server|web|journeys|bench|faults|tools)\//.test(target)

function isAllowed(file: string, one: Import): boolean {
  const { target, isType } = one
  if (!isPath(target)) return !file.startsWith('letter/') || isType || isDomainPackage(file, target)
  // The checks of the calls weigh more than the page: the browser and the rest of the domain take their types.
  if (isCalls(target) && !isCalls(file) && !file.startsWith('server/')) return isType
  if (isWiring(file) || isOfTests(file, target)) return true
  if (file.startsWith('letter/')) return target.startsWith('letter/')
  return file.startsWith('web/') ? isAllowedInWeb(file, target) : isAllowedInServer(file, one)
}

/** Each import that is not allowed, as `file -> target`. */
const strays = (listing: Listing): string[] =>
  Object.entries(listing).flatMap(([file, source]) =>
    importsOf(file, source)
      .filter((one) => !isAllowed(file, one))
      .map(({ target }) => `${file} -> ${target}`),
  )

const withWord = (word: RegExp, where: (file: string) => boolean) =>
  paths.filter((file) => where(file) && word.test(code[file] ?? ''))

test('modules import downwards only, the domain imports nothing, only the wiring sees everything (design/code.md#domain-imports-nothing)', () => {
  expect(paths.length).toBeGreaterThan(30)
  expect(strays(code)).toEqual([])
})

const isServer = (file: string) => /^(letter|server)\//.test(file) && !file.includes('/testing/')

test('every folder of the server has its place in the order', () => {
  const folders = new Set(paths.flatMap((file) => /^server\/([\w-]+)\//.exec(file)?.[1] ?? []))
  folders.delete('testing')
  expect([...folders].filter((folder) => !modules.includes(folder))).toEqual([])
})

const isChild = (file: string) =>
  /answerTasks\(\w/.test(code[file] ?? '') && !file.endsWith('answer-tasks.ts')

/** Files that run the program of a child where they stand. Another program may go on from it. */
const childrenLoaded = (listing: Listing) =>
  Object.entries(listing).flatMap(([file, source]) =>
    importsOf(file, source).some(({ target, isType }) => !isType && isChild(target)) &&
    !file.endsWith('-child.ts')
      ? file
      : [],
  )

test('no file imports the program of a child: it would answer the messages of its own process', () => {
  expect(childrenLoaded({ ...code, ...serverTests })).toEqual([])
  const planted = { 'server/typesetting/a.test.ts': "import { work } from './child.ts'" }
  expect(childrenLoaded(planted)).toEqual(Object.keys(planted))
})

/** The two programs hand their environment to `readSettings` and look at nothing in it. */
const doorsOfTheProcess = ['server/main.ts', 'server/command-line.ts']

test('settings are read at the door: process.env goes to readSettings and nowhere else (design/code.md#settings-read-once)', () => {
  // A child process needs the search path; that is no setting.
  expect(
    withWord(/\bprocess\.env\b(?!\.PATH\b)/, isServer).filter((file) => !doorsOfTheProcess.includes(file)),
  ).toEqual([])
  const otherUse = /(?<!readSettings\()\bprocess\.env\b/
  expect(withWord(otherUse, (file) => doorsOfTheProcess.includes(file))).toEqual([])
})

test('time and chance are arguments in every module and in the domain (design/code.md#time-and-randomness-are-arguments)', () => {
  const isModule = (file: string) =>
    /^(letter|server\/[\w-]+)\//.test(file) && !/^server\/(outside|testing)\//.test(file)
  const world = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandom(UUID|Bytes|Int)\(|\bgetRandomValues\(/
  expect(withWord(world, isModule)).toEqual([])
})

test('there are no drawers and no barrels: what has no place has no name yet (design/code.md#no-drawers)', () => {
  const drawer = /(^|\/)(utils?|helpers?|common|lib|misc|services?|models?)(\/|\.tsx?$)/
  expect(paths.filter((file) => drawer.test(file))).toEqual([])
  expect(paths.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
})

test.each([
  ['letter/price.ts', "import { readFileSync } from 'node:fs'", 'node:fs'],
  ['letter/price.ts', "import { z } from 'zod'", 'zod'],
  ['letter/price.ts', "import { open } from '../server/database/open.ts'", 'server/database/open.ts'],
  ['letter/address/recipient.ts', "import { failure } from '../calls.ts'", 'letter/calls.ts'],
  ['server/letters/freeze.ts', "import { pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "import type { Pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "export { pay } from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "import {\n  a,\n  b,\n} from '../payments/pay.ts'", 'server/payments/pay.ts'],
  ['server/letters/freeze.ts', "import { readSettings } from '../settings.ts'", 'server/settings.ts'],
  ['server/new-module/do.ts', "const { pay } = await import('../payments/pay.ts')", 'server/payments/pay.ts'],
  ['server/database/open.ts', "import { failure } from '../http/failure.ts'", 'server/http/failure.ts'],
  [
    'web/src/print-room/scan.ts',
    "import { scanned } from '@lacre/letter/print-room/calls.ts'",
    'letter/print-room/calls.ts',
  ],
  ['web/src/write/send.ts', "import { Login } from '../account/login.tsx'", 'web/src/account/login.tsx'],
  ['web/src/write/send.ts', "import { routes } from '../routes.tsx'", 'web/src/routes.tsx'],
  ['web/src/ui/modal.tsx', "import { send } from '../write/send.ts'", 'web/src/write/send.ts'],
  ['web/src/api.ts', "import { send } from './write/send.ts'", 'web/src/write/send.ts'],
  ['web/src/write/send.ts', "import { open } from '../../../server/settings.ts'", 'server/settings.ts'],
])('a stray planted in %s is caught: %s', (file, source, target) => {
  expect(strays({ [file]: source })).toEqual([`${file} -> ${target}`])
})

test.each([
  ['letter/content/marks.ts', "import type { MarkSpec } from 'prosemirror-model'"],
  ['letter/content/reading/read-html.ts', "import { Parser } from 'htmlparser2'"],
  ['letter/print-room/console-calls.ts', "import { z } from 'zod'"],
  ['server/payments/sync.ts', "import { takeStep } from '../letters/steps.ts'"],
  ['server/letters/freeze.ts', "import type { Settings } from '../settings.ts'"],
  ['server/letters/freeze.ts', "import { readHtml } from '@lacre/letter/content/reading/read-html.ts'"],
  ['server/letters/freeze.ts', "import { refuse } from '../http/failure.ts'\nimport { z } from 'zod'"],
  ['server/app.ts', "import { pay } from './payments/pay.ts'"],
  ['web/src/write/send.ts', "import type { Session } from '@lacre/letter/accounts/calls.ts'"],
  ['web/src/write/send.ts', "import { api } from '../api.ts'\nimport '../ui/modal.css'"],
  ['web/src/routes.tsx', "const write = () => import('./write/write.tsx')"],
])('%s may say %s', (file, source) => {
  expect(strays({ [file]: source })).toEqual([])
})
