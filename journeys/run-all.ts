import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumPath } from '../chromium.ts'

/** `npm test`: every check there is, in the order in which a mistake is cheapest. Stops at the first that fails. */
const steps: [what: string, command: string, args: string[]][] = [
  ['format', 'npm', ['run', '--silent', 'format:check']],
  ['lint', 'npm', ['run', '--silent', 'lint']],
  ['types', 'npm', ['run', '--silent', 'types']],
  [
    'letter, server and web tests',
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=results/vitest.json'],
  ],
  ['build', 'npm', ['run', '--silent', 'build']],
  ['journeys in Chromium', 'npx', ['playwright', 'test', '--reporter=list,json']],
  ['faults, the part of three minutes', 'npm', ['run', '--silent', 'faults', '--', '--minutes', '3']],
]

/** Where `npm run specification` reads how the tests went. */
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = 'results/journeys.json'

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

/** Debian's package where we may install it, else Playwright's own download. */
function installChromium(): boolean {
  const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  // A machine that was just made has no list of packages, and an old one names files that are gone.
  if (mayUseApt && run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium']))
    return true
  return run('npx', ['playwright', 'install', 'chromium'])
}

console.log(`Node ${process.version} on ${process.platform} ${process.arch}`)
if (!chromiumPath && !installChromium()) {
  console.error(
    'These tests need Chromium: install the package "chromium" or run "npx playwright install chromium".',
  )
  process.exit(1)
}
for (const [what, command, args] of steps) {
  console.log(`\n— ${what}`)
  const began = performance.now()
  if (!run(command, args)) {
    console.error(`\nFailed: ${what}`)
    process.exit(1)
  }
  console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
console.log('\nEverything passed.')
