import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path/posix'

/** One test of one run; a test made from a table has a result for each of its rows. */
export type Result = { file: string; title: string; status: 'passed' | 'failed'; day: string }

type VitestReport = {
  startTime: number
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}
type Suite = { specs: { file: string; title: string; tests: { status: string }[] }[]; suites?: Suite[] }
type PlaywrightReport = { stats: { startTime: string }; suites: Suite[] }

const dayOf = (time: number | string) => new Date(time).toISOString().slice(0, 10)
function fromVitest(text: string, root: string): Result[] {
  const report = JSON.parse(text) as VitestReport
  const day = dayOf(report.startTime)
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, status }) =>
      status === 'passed' || status === 'failed' ? { file: relative(root, name), title, status, day } : [],
    ),
  )
}

const specsIn = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsIn)]

function fromPlaywright(text: string): Result[] {
  const report = JSON.parse(text) as PlaywrightReport
  const day = dayOf(report.stats.startTime)
  return report.suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status }) => ({
        file: join('journeys', file),
        title,
        status: status === 'expected' ? ('passed' as const) : ('failed' as const),
        day,
      })),
  )
}

/** What the last `npm test` left in `results/`; nothing of a run that was not there. */
export function readResults(root: string): Result[] {
  const read = (name: string, results: (text: string) => Result[]) => {
    const path = join(root, 'results', name)
    return existsSync(path) ? results(readFileSync(path, 'utf8')) : []
  }
  return [...read('vitest.json', (text) => fromVitest(text, root)), ...read('journeys.json', fromPlaywright)]
}

/** A title with `${…}`, `$name` or `%s` in it stands for many. */
const shapeOf = (title: string) =>
  new RegExp(
    `^${title
      .split(/\$\{.*?\}|\$[\w.]+|%[sdifjo]/)
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  )

/** How a test went, as its source names it: failed when any of its rows failed. */
export function lastRun({ file, title }: Pick<Result, 'file' | 'title'>, results: Result[]): string {
  const shape = shapeOf(title)
  const own = results.filter(
    (one) => one.file === file && shape.test(one.title.replace(/^\[[\d., ]+\] | @engines$/g, '')),
  )
  const shown = own.find(({ status }) => status === 'failed') ?? own[0]
  return shown ? `${shown.status} ${shown.day}` : 'not run'
}
