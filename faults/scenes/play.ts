import type { Typesetter } from '../../server/typesetting/typesetter.ts'
import { checkAlways } from '../check/always.ts'
import { check, sum, type Checked } from '../check/check.ts'
import { sometimesOf } from '../check/figures.ts'
import type { Cluster } from '../nodes/cluster.ts'
import { emptiedDatabase } from '../nodes/emptied-database.ts'
import { openInProcess } from '../nodes/in-process.ts'
import { settle } from '../nodes/settle.ts'
import type { Seed } from '../seed.ts'
import { againScenes } from './again.ts'
import { cutOff, dayScenes } from './days.ts'
import { lateNewsScenes } from './late-news.ts'
import { mailScenes } from './mail.ts'
import { moneyScenes } from './money.ts'
import { orderRefundScenes } from './order-refunds.ts'
import { orderScenes } from './orders.ts'
import { paperScenes } from './paper.ts'
import { providerScenes } from './provider.ts'
import { raceScenes } from './races.ts'
import type { Scene } from './scene.ts'

export const scenes: Record<string, Scene> = {
  ...moneyScenes,
  ...providerScenes,
  ...lateNewsScenes,
  ...raceScenes,
  ...orderScenes,
  ...orderRefundScenes,
  ...paperScenes,
  ...dayScenes,
  ...againScenes,
  ...mailScenes,
}

/** One story in a database of its own, and what the rules say of it. */
export async function play(
  name: string,
  stage: { cluster: Cluster; template: string; typesetter: Typesetter; seed: Seed },
  lane = 0,
): Promise<{ checked: Checked; letters: string[]; sometimes: Record<string, number> }> {
  const scene = scenes[name]
  if (!scene) throw new Error(`there is no scene ${name}`)
  const { cluster, template, typesetter } = stage
  const seed = stage.seed.fork(name)
  const database = await emptiedDatabase(cluster, template, lane)
  const server = await openInProcess(cluster, database, typesetter, {
    cutOff: name in dayScenes ? cutOff : undefined,
  })
  try {
    const found = (await scene(server, seed)) ?? {}
    const onTheWay = checkAlways(await server.evidence())
    server.network.trouble = () => undefined
    server.gate.intrude = undefined
    await settle(server)
    const evidence = await server.evidence()
    const checked = [check(evidence), onTheWay, found].reduce(sum)
    const letters = evidence.snapshot.letters.map(({ id }) => id)
    return { checked, letters, sometimes: sometimesOf(evidence, {}) }
  } finally {
    await server.close()
  }
}
