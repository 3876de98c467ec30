import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

/** Text by path from the root of the project. */
type Listing = Record<string, string>

const readAll = (paths: string[]): Listing =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
const isOurs = (path: string) => !/node_modules|\/dist\//.test(path)

/** Everything in which a rule may be cited. */
const listing = readAll(
  globSync([
    '*.{ts,md}',
    '{letter,server,web,journeys,bench,faults,docs}/**/*.{ts,tsx,css,typ,sql,md}',
  ]).filter(isOurs),
)
const pages = readAll(globSync(['*.md', '{docs,faults}/**/*.md']))

const idsOf = (page: string): string[] => [...page.matchAll(/<a id="([^"]*)">/g)].map(([, id = '']) => id)
const repeated = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at)
/** Each rule as it is cited: `design/trust.md#freeze-before-pay`, or of a page in docs/design/ `design/money.md#orders`. */
const rules = Object.entries(pages).flatMap(([page, text]) =>
  /^docs\/design\b/.test(page) ? idsOf(text).map((id) => `${page.slice('docs/'.length)}#${id}`) : [],
)
const citation = /design(?:\/[\w-]+)?\.md#[\w-]*/g

/** Each citation that leads nowhere, as `file: citation`. */
const strays = (texts: Listing): string[] =>
  Object.entries(texts).flatMap(([file, text]) =>
    [...text.matchAll(citation)]
      .filter(([words]) => !rules.includes(words))
      .map(([words]) => `${file}: ${words}`),
  )

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const headingsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading))

function isLost(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path ? join(dirname(page), path) : page
  if (!existsSync(file)) return true
  const text = pages[file] ?? ''
  return heading !== undefined && ![...headingsOf(text), ...idsOf(text)].includes(heading)
}

/** Each relative link that leads to no file or to no heading, as `page -> target`. */
const lostLinks = (texts: Listing): string[] =>
  Object.entries(texts).flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target) && isLost(page, target))
      .map((target) => `${page} -> ${target}`),
  )

/** A log of one month names files as they were then. */
const isLog = (page: string) => /^docs\/lab\/.*-\d{4}-\d{2}\.md$/.test(page)

/** Each file or folder that a page names and that is not there, as `page -> path`. */
const lostPaths = (texts: Listing): string[] =>
  Object.entries(texts)
    .filter(([page]) => !isLog(page))
    .flatMap(([page, text]) =>
      [...text.matchAll(/`((?:letter|server|web|journeys|faults|bench|docs)\/[\w./-]+)`/g)]
        .filter(([, path = '']) => !existsSync(path))
        .map(([, path = '']) => `${page} -> ${path}`),
    )

test('every citation leads to a rule of the design', () => {
  expect(rules.length).toBeGreaterThan(50)
  expect(Object.values(listing).join('').match(citation)?.length).toBeGreaterThan(250)
  expect(strays(listing)).toEqual([])
})

test('no rule has the name of another', () => {
  expect(repeated(rules.map((rule) => rule.split('#')[1] ?? ''))).toEqual([])
  expect(repeated(idsOf('<a id="one"></a> <a id="two"></a> <a id="one"></a>'))).toEqual(['one'])
})

test('every link between the pages leads to a file and a heading', () => {
  expect(lostLinks(pages)).toEqual([])
})

test('every file that a page names is there', () => {
  expect(lostPaths(pages)).toEqual([])
  const planted = { 'docs/glossary.md': '`letter/journey.ts`, `letter/travel.ts` and `server/rooms/`' }
  expect(lostPaths(planted)).toEqual([
    'docs/glossary.md -> letter/travel.ts',
    'docs/glossary.md -> server/rooms/',
  ])
})

const rowsOf = (page: string): string[] => pages[page]?.match(/^\| \d.*$/gm) ?? []

/** The numbers of a row, which may be a span: `1.2.6–1.2.7`. */
function numbersOf(row: string): string[] {
  const [, section = '', from = '', to = from] =
    /^\| (\d+\.\d+)\.(\d+)(?:–\d+\.\d+\.(\d+))? +\|/.exec(row) ?? []
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${section}.${Number(from) + at}`)
}

test('the table of the ASVS has each of its 253 requirements of levels 1 and 2 once, and each test it names is there', () => {
  const rows = rowsOf('docs/lab/asvs-5.0.md')
  const numbers = rows.flatMap(numbersOf)
  expect(repeated(numbers)).toEqual([])
  expect(numbers).toHaveLength(253)
  const tests = rows.flatMap((row) => row.match(/[\w./-]+\.(?:test|spec|browser)\.tsx?/g) ?? [])
  expect(tests.length).toBeGreaterThan(150)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
  expect(numbersOf('| 1.2.6–1.2.8 | 2 |')).toEqual(['1.2.6', '1.2.7', '1.2.8'])
})

test('the page of the ASVS names what its table calls not met, or met in part', () => {
  const isLacking = (row: string) => /\*\*(?:Not met|In part)/.test(row)
  const lacking = rowsOf('docs/lab/asvs-5.0.md').filter(isLacking).flatMap(numbersOf)
  expect(lacking.length).toBeGreaterThan(20)
  expect(rowsOf('docs/security-asvs.md').flatMap(numbersOf).toSorted()).toEqual(lacking.toSorted())
})

/** Of each sample of a log's form, the variables that hold a query, and so a one-time token. */
const loggedQueries = (texts: Listing): string[] =>
  Object.entries(texts).flatMap(([page, text]) =>
    [...text.matchAll(/^\s*(?:log_format|access_log) .*$/gm)].flatMap(([line]) =>
      [
        ...line.matchAll(
          /\$(?:request|request_uri|args|query_string|is_args|arg_\w+|http_referer)\b|\bcombined\b/g,
        ),
      ].map(([name]) => `${page}: ${name}`),
    ),
  )

test('no sample of a proxy logs a query', () => {
  const sample = readFileSync('deploy/nginx.conf', 'utf8')
  expect(sample).toMatch(/^ *log_format /m)
  expect(loggedQueries({ ...pages, 'deploy/nginx.conf': sample })).toEqual([])
  const planted = `log_format ours '$request_uri "$http_referer" $uri $request_method';`
  expect(loggedQueries({ 'docs/operating.md': planted })).toEqual([
    'docs/operating.md: $request_uri',
    'docs/operating.md: $http_referer',
  ])
})

test.each([
  ['/** Nothing is set again (design.md#freeze-before-play). */', 'design.md#freeze-before-play'],
  ['/** Nothing is set again (design.md#). */', 'design.md#'],
  [
    '/** Nothing is set again (design/trust.md#freeze-before-pay, design.md#nowhere). */',
    'design.md#nowhere',
  ],
])('a stray citation is caught: %s', (text, words) => {
  expect(strays({ 'letter/price.ts': text })).toEqual([`letter/price.ts: ${words}`])
})

test.each([
  ['docs/glossary.md', '[rules](desing.md)', 'desing.md'],
  ['docs/glossary.md', '[rules](design.md#nowhere)', 'design.md#nowhere'],
  [
    'docs/decisions/cards.md',
    '[rules](design/trust.md#freeze-before-pay)',
    'design/trust.md#freeze-before-pay',
  ],
  ['README.md', '[below](#no-such-part)', '#no-such-part'],
])('a lost link planted in %s is caught: %s', (page, text, target) => {
  expect(lostLinks({ [page]: text })).toEqual([`${page} -> ${target}`])
})

test.each([
  [
    'docs/glossary.md',
    '[rules](design/trust.md#freeze-before-pay) [part](design/numbers.md#numbers-to-hold)',
  ],
  ['README.md', '[the site](https://example.com/) [below](#two-commands) [docs](docs/decisions/)'],
])('%s may say %s', (page, text) => {
  expect(lostLinks({ [page]: text })).toEqual([])
})
