import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { shellPath, wholePath } from './chromium.ts'
import { missingCorpora } from '../server/typesetting/testing/corpora.ts'
import { hasPgBouncer } from '../server/database/testing/pgbouncer-path.ts'
import { isThorough } from '../tools/thorough.ts'
import { isInstalled, otherEngines } from './engines/engines.ts'

type Step = [what: string, command: string, args: string[], env?: Record<string, string>]

/** All at once, and in `test:quick` the tests beside them: none waits for another's result. */
const checks: Step[] = [
  ['format', 'npm', ['run', '--silent', 'format:check']],
  ['lint', 'npm', ['run', '--silent', 'lint']],
  ['types', 'npm', ['run', '--silent', 'types']],
]
const withoutBrowser = ['letter', 'server', 'web'].flatMap((project) => ['--project', project])

/** `npm run test:quick`: what needs neither a browser nor a build, without the long files (vitest.config.ts). */
const quick: Step[] = [
  ['letter, server and web tests', 'npx', ['vitest', 'run', '--tags-filter=!long', ...withoutBrowser]],
]
const build: Step = ['build', 'npm', ['run', '--silent', 'build']]
const faults = (...args: string[]): Step => [
  `faults ${args.join(' ')}`,
  'npm',
  ['run', '--silent', 'faults', '--', ...args],
]

/** How long each file and each test took. */
const reported = ['--reporter=default', '--reporter=json', '--outputFile.json=results/vitest.json']

const stories = faults('--layer', 'S')

/**
 * `npm test`: in the order in which a mistake is cheapest. Stops at the first that fails. With THOROUGH=1, as in .ci/run, it
 * has the long and deep tests, too, and `test:all` does not repeat them.
 */
const usual: Step[] = [
  [
    'letter, server and web tests',
    'npx',
    ['vitest', 'run', ...reported, ...(isThorough ? [] : ['--tags-filter=!long'])],
  ],
  build,
  ['core journeys in Chromium', 'npx', ['playwright', 'test', '--grep=@core', '--reporter=list,json']],
]

const longAndDeep: Step = [
  'long and deep tests',
  'npx',
  ['vitest', 'run', '--tags-filter=long || deep'],
  { THOROUGH: '1' },
]

/** `npm run test:all`: what takes long and breaks seldom; the other browsers, and the layers of the faults. */
const rest = (): Step[] => [
  ...(isThorough ? [] : [longAndDeep]),
  ['build', 'node', ['web/build/if-stale.ts']],
  ['the other journeys in Chromium', 'npx', ['playwright', 'test', '--grep-invert=@core']],
  ...otherEngines
    .filter(isInstalled)
    .map(({ name, config }): Step => [`journeys in ${name}`, 'npx', ['playwright', 'test', '-c', config]]),
]
const [isQuick, isRest] = ['--quick', '--rest'].map((name) => process.argv.includes(name))

/** How long each journey took. */
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = 'results/journeys.json'

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const program = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [status] = (await once(program, 'close')) as [number | null]
  return status === 0
}

/** Debian's packages where we may install them; Chromium else by Playwright's own download. */
async function installBrowsers(): Promise<boolean> {
  const others = isRest
    ? otherEngines.filter((engine) => !isInstalled(engine)).flatMap(({ packages }) => packages)
    : []
  // Some journeys want its window: a browser that is killed, pages that Back shows again.
  if (isRest && !wholePath) others.push('chromium')
  const missing = [...(shellPath ? [] : ['chromium-headless-shell']), ...others]
  const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  // A machine that was just made has no list of packages, and an old one names files that are gone.
  if (missing.length > 0 && mayUseApt && (await run('apt-get', ['update', '-qq'])))
    if (await run('apt-get', ['install', '-y', '-qq', ...missing])) return true
  return Boolean(shellPath ?? wholePath) || run('npx', ['playwright', 'install', 'chromium'])
}

function failed(what: string): never {
  console.error(`\nFailed: ${what}`)
  process.exit(1)
}

const took = (what: string, began: number) =>
  console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)

/** What a check says is shown when it has ended, so that two do not speak at once. */
async function check([what, command, args]: Step): Promise<boolean> {
  const began = performance.now()
  const program = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [status] = (await once(program, 'close')) as [number | null]
  took(what, began)
  if (status !== 0) console.error(Buffer.concat(said).toString())
  return status === 0
}

console.log(`Node ${process.version} on ${process.platform} ${process.arch}`)
if (!isQuick && !(await installBrowsers())) {
  console.error(
    'These tests need Chromium: install the package "chromium-headless-shell" or run "npx playwright install chromium".',
  )
  process.exit(1)
}
async function runStep([what, command, args, env]: Step): Promise<boolean> {
  console.log(`\n— ${what}`)
  const began = performance.now()
  const passed = await run(command, args, env)
  took(what, began)
  return passed
}

const first = isRest ? [] : isQuick ? [...checks, ...quick] : checks
if (first.length) console.log('\n— format, lint and types')
const passed = await Promise.all(first.map((step) => (checks.includes(step) ? check(step) : runStep(step))))
if (passed.includes(false)) failed(first.flatMap(([what], i) => (passed[i] ? [] : what)).join(', '))
const steps = isQuick ? [] : isRest ? rest() : usual
// Beside the browsers, not beside Vitest, which has both cores at work.
let beside = isRest ? check(faults('--minutes', '2')) : true
let broken: string | undefined
for (const step of steps) {
  if (!broken && !(await runStep(step))) broken = step[0]
  if (!broken && step === build) beside = check(stories)
}
if (!(await beside)) broken ??= 'faults'
if (broken) failed(broken)
const untried = isRest ? otherEngines.filter((engine) => !isInstalled(engine)) : []
for (const { name, packages } of untried)
  console.error(`\nNOT TRIED IN ${name.toUpperCase()}: this machine lacks ${packages.join(' and ')}.`)
const missing = missingCorpora()
if (missing.length > 0)
  console.error(`\nNOT TRIED: ${missing.join(', ')} of ../shared/corpora, only cases of our own.`)
const lacksPooler = (isRest || isThorough) && !hasPgBouncer
if (lacksPooler) console.error('\nNOT TRIED BEHIND A POOLER: this machine lacks pgbouncer.')
console.log(
  untried.length + missing.length > 0 || lacksPooler ? '\nEverything else passed.' : '\nEverything passed.',
)
