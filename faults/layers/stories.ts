import { sum } from '../check/check.ts'
import { each } from '../check/violation.ts'
import { mutants } from '../mutants/all.ts'
import { inTime, NeverEnds } from '../stories/in-time.ts'
import { play, stories } from '../stories/play.ts'
import type { Seed } from '../seed.ts'
import { inLanes, lanes } from './in-lanes.ts'
import type { Fixtures } from './fixtures.ts'
import type { Report } from './report.ts'

/** Stories that catch the most mutants come first; all take about the same time. */
const caughtBy = (name: string) => mutants.filter(({ story }) => story === name).length
const inOrder = Object.keys(stories).toSorted((one, other) => caughtBy(other) - caughtBy(one))

/** Plays every story once. */
export async function playStories(
  fixtures: Fixtures & { seed: Seed; only?: string | undefined },
): Promise<Report> {
  const report: Report = { checked: {}, figures: {}, coverage: {} }
  const storyOf = new Map<string, string>()
  let hung = 0
  const wanted = inOrder.filter((name) => new RegExp(fixtures.only ?? '').test(name))
  if (!wanted.length) throw new Error(`there is no story ${fixtures.only}`)
  await inLanes(lanes, wanted, async (name, lane) => {
    const { checked, letters, coverage } = await inTime(
      name,
      play(name, fixtures, lane + lanes * hung),
    ).catch((error: unknown) => {
      if (!(error instanceof NeverEnds)) throw error
      hung++ // the other stories take another database
      return { checked: { S2: each('S2', [name], () => error.message) }, letters: [], coverage: {} }
    })
    for (const letter of letters) storyOf.set(letter, name)
    report.checked = sum(report.checked, checked)
    for (const [what, times] of Object.entries(coverage))
      report.coverage[what] = (report.coverage[what] ?? 0) + times
  })
  report.figures = { stories: wanted.length, letters: storyOf.size }
  return { ...report, stepOf: (letter) => storyOf.get(letter) }
}
