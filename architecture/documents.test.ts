import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Text by path from the root of the project. */
type Pages = Record<string, string>

const read = (path: string) => readFileSync(path, 'utf8')
/** Logs, the changelog and decisions tell what was, too. */
const isHistory = (path: string) => /^(?:CHANGELOG\.md$|docs\/lab\/|docs\/decisions\/)/.test(path)
const pages: Pages = Object.fromEntries(
  globSync(['*.md', '{docs,faults}/**/*.md'])
    .filter((path) => !isHistory(path))
    .map((path) => [path, read(path)]),
)
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const programs = globSync('bench/*.ts').map((path) => path.slice('bench/'.length, -'.ts'.length))
const commandLine = read('server/command-line.ts')
const commands = namesIn(commandLine, /^ {2}'?([a-z:-]+)'?: \{$/gm).concat(
  namesIn(commandLine, /^ {2}'?([a-z:-]+)'?: \{ takes/gm),
)
const settings = namesIn(read('.env.example'), /^(?:# ?)?([A-Z][A-Z_]+)=/gm)
const paths = new Set(
  globSync('{server,web/src}/**/*.{ts,tsx}', { exclude: ['**/node_modules'] }).flatMap((file) =>
    namesIn(read(file), /'(\/[\w:./-]*)'/g),
  ),
)

/** Read by tests and by the files of deploy/, and a code of Node's. */
const otherVariables =
  /^(?:CHROMIUM|PROPERTY_SEED|TEST_\w+|LACRE_\w+|POSTGRES_PASSWORD|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/
const isSetting = (name: string) => settings.includes(name) || otherVariables.test(name)
/** `{id}` in the description is `:id` in a route. */
const isCall = (path: string) => paths.has(path.replaceAll(/\{(\w+)\}/g, ':$1'))

const kinds: [what: string, pattern: RegExp, isThere: (name: string) => boolean][] = [
  ['script', /\bnpm run (?:--silent )?([a-z][\w:-]*)/g, (name) => Object.hasOwn(scripts, name)],
  ['comparison', /\bnpm run bench -- ([a-z][\w-]*)/g, (name) => programs.includes(name)],
  ['command', /\bnpm run (?:--silent )?lacre -- ([a-z][\w:-]*)/g, (name) => commands.includes(name)],
  ['setting', /`([A-Z]+(?:_[A-Z]+)+(?==|`)|[A-Z]{4,}(?==))/g, isSetting],
  ['call', /`(?:(?:GET|POST|PUT|DELETE)\|?)+ (\/[\w/{}.-]*)`/g, isCall],
]

/** What the pages name and the program has not, as `page: kind name`. */
const lost = (texts: Pages): string[] =>
  Object.entries(texts).flatMap(([page, text]) =>
    kinds.flatMap(([what, pattern, isThere]) =>
      namesIn(text, pattern)
        .filter((name) => !isThere(name))
        .map((name) => `${page}: ${what} ${name}`),
    ),
  )

test('each script, command, setting and call that a page names is there', () => {
  for (const [what, pattern] of kinds)
    expect(namesIn(Object.values(pages).join('\n'), pattern).length, what).toBeGreaterThan(1)
  expect(lost(pages)).toEqual([])
})

test.each([
  ['`npm run quick`', 'script quick'],
  ['npm run bench -- speed', 'comparison speed'],
  ['npm run lacre -- restart', 'command restart'],
  ['Set `CUT_OFF=off`.', 'setting CUT_OFF'],
  ['`POST /letters/{id}/print`', 'call /letters/{id}/print'],
])('%s is found out', (text, name) => {
  expect(lost({ 'docs/operating.md': text })).toEqual([`docs/operating.md: ${name}`])
})

const firstCells = (page: string): string[] => namesIn(pages[page] ?? '', /^\| ([A-Z]|mutants) +\|/gm)

test('docs/reliability.md names each layer of the faults', () => {
  const layers = namesIn(read('faults/layers/layers.ts'), /^ {2}(\w+): \{$/gm)
  expect(layers.length).toBeGreaterThan(5)
  expect(firstCells('docs/reliability.md').toSorted()).toEqual(layers.toSorted())
})
