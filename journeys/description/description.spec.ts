import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { seconds } from '@lacre/letter/days.ts'
import { expect, test as base } from '../person/journey.ts'
import { operatorTokenOf } from '../print-room/in-the-print-room.ts'
import { callServer } from '../server/call-server.ts'

const root = join(import.meta.dirname, '..', '..')
const tools = join(root, 'node_modules', '.bin')
const rules = join(import.meta.dirname, 'redocly.yaml')

const test = base.extend<{ folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lacre-description-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})
test.use({ serverName: 'description' })

/** What it printed. @throws Error with all of it, when it fails */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const path = [tools, process.env['PATH']].join(delimiter)
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: seconds(200),
    env: { PATH: path, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ...env },
  })
}

const program = `import { readConfig, type ReadLetterResult } from './client.ts'
const { mode } = await readConfig()
console.log(mode satisfies 'sandbox' | 'real')
'posted' satisfies ReadLetterResult['state']
// @ts-expect-error No letter is ever there.
'nowhere' satisfies ReadLetterResult['state']
`

test('no error and no warning in the description of all calls; a client made from it compiles and calls', async ({
  server,
  folder,
}) => {
  const token = await operatorTokenOf(server, 'olga@ejemplo.test')
  const answer = await callServer(server, token, '/openapi.json')
  const [description, client] = [join(folder, 'openapi.json'), join(folder, 'client.ts')]
  writeFileSync(description, await answer.text())
  const linted = run('redocly', ['lint', description, '--config', rules, '--format', 'json'])
  expect(JSON.parse(linted)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } })

  run('redocly', ['generate-client', description, '--output', client])
  const use = join(folder, 'use.ts')
  writeFileSync(use, program)
  const types = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--lib', 'esnext,dom,dom.iterable']
  run('tsc', [...types, '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler', use])
  expect(run('node', [use])).toBe('sandbox\n')
})

test('docs/api.md leads from an account to a posted letter, command by command', ({ server, folder }) => {
  const page = readFileSync(join(root, 'docs', 'api.md'), 'utf8')
  const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)
  const script = join(folder, 'page.sh')
  writeFileSync(script, ['set -eux', ...commands].join('\n'))
  const itsServer = { LACRE: server.url, DATA_DIR: server.dataDir, PORT: new URL(server.url).port }
  const printed = run('bash', [script], { ...itsServer, TMPDIR: folder, HOME: folder })
  expect(printed).toContain('frozen → paid → batched → posted')
})
