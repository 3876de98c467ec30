import type { Typesetter } from '../../server/typesetting/typesetter.ts'
import { checkAlways } from '../check/always.ts'
import { check, sum, type Checked } from '../check/check.ts'
import { coverageOf } from '../check/figures.ts'
import type { Cluster } from '../nodes/cluster.ts'
import { emptiedDatabase } from '../nodes/emptied-database.ts'
import { openInProcess } from '../nodes/in-process.ts'
import { waitUntilIdle } from '../nodes/in-process-idle.ts'
import type { Seed } from '../seed.ts'
import { againStories } from './again.ts'
import { cutOff, dayStories } from './days.ts'
import { lateNewsStories } from './late-news.ts'
import { mailStories } from './mail.ts'
import { moneyStories } from './money.ts'
import { orderRefundStories } from './order-refunds.ts'
import { orderStories } from './orders.ts'
import { paperStories } from './paper.ts'
import { providerStories } from './provider.ts'
import { raceStories } from './races.ts'
import type { Story } from './story.ts'

export const stories: Record<string, Story> = {
  ...moneyStories,
  ...providerStories,
  ...lateNewsStories,
  ...raceStories,
  ...orderStories,
  ...orderRefundStories,
  ...paperStories,
  ...dayStories,
  ...againStories,
  ...mailStories,
}

/** Plays one story in an empty database, waits until idle and checks every rule. */
export async function play(
  name: string,
  fixtures: { cluster: Cluster; template: string; typesetter: Typesetter; seed: Seed },
  lane = 0,
): Promise<{ checked: Checked; letters: string[]; coverage: Record<string, number> }> {
  const story = stories[name]
  if (!story) throw new Error(`there is no story ${name}`)
  const { cluster, template, typesetter } = fixtures
  const seed = fixtures.seed.fork(name)
  const database = await emptiedDatabase(cluster, template, lane)
  const server = await openInProcess(cluster, database, typesetter, {
    cutOff: name in dayStories ? cutOff : undefined,
  })
  try {
    const found = (await story(server, seed)) ?? {}
    const onTheWay = checkAlways(await server.evidence())
    server.network.failureOf = () => undefined
    server.failpoints.interceptor = undefined
    await waitUntilIdle(server)
    const evidence = await server.evidence()
    const checked = [check(evidence), onTheWay, found].reduce(sum)
    const letters = evidence.snapshot.letters.map(({ id }) => id)
    return { checked, letters, coverage: coverageOf(evidence, {}) }
  } finally {
    await server.close()
  }
}
