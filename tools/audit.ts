/**
 * `npm run audit`: what is known against the packages of package-lock.json. Exit code 1: something is; 2: nobody
 * answered, so that nothing is known (npm itself ends with 1 in both cases).
 */
import { spawnSync } from 'node:child_process'

type Found = { name: string; severity: string; range: string; fixAvailable: boolean | { version: string } }
type Report = { vulnerabilities?: Record<string, Found>; message?: string }

const ran = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...process.argv.slice(2)], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const report = reportOf(ran.stdout)
const found = report.vulnerabilities && Object.values(report.vulnerabilities)
if (!found) {
  console.error(`No registry answered, so nothing is known of any package: ${report.message ?? ran.stderr}`)
  process.exitCode = 2
} else if (found.length) {
  for (const { name, severity, range, fixAvailable } of found)
    console.error(
      `${severity}: ${name} ${range} (${fixAvailable ? 'there is a newer one' : 'no newer one yet'})`,
    )
  process.exitCode = 1
} else console.log('Nothing is known against any package.')

function reportOf(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
