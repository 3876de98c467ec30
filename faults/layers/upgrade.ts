import { setTimeout as pause } from 'node:timers/promises'
import { callAt, register } from '../client/calls.ts'
import { check, sum } from '../check/check.ts'
import { figuresOf } from '../check/figures.ts'
import { each } from '../check/violation.ts'
import { olderVersion } from '../house/older-version.ts'
import { root } from '../house/process.ts'
import { roundRobin } from '../house/round-robin.ts'
import { comeToRest } from '../rest.ts'
import { seedOf, type Seed } from '../seed.ts'
import { behind, openWorld, type World, type WorldPlan } from '../world.ts'
import type { Told } from './told.ts'
import { traffic } from './traffic.ts'

export type UpgradePlan = WorldPlan & { from: string; people: number; secondsOfEach: number }

/**
 * Two nodes of an older version change to this one, one by one, behind a proxy and under traffic; then back, and forth
 * again. The versions share one database all the while.
 */
export async function upgrade(plan: UpgradePlan): Promise<Told> {
  const older = olderVersion(plan.from)
  const world = await openWorld({ ...plan, nodes: 2, version: older.root })
  const proxy = await roundRobin(world.nodes)
  const seed = seedOf(plan.seed)
  try {
    world.cards.tell({ nodes: [proxy.url] })
    let isOn = true
    const busy = Promise.all([
      // Older versions know of no letters that are paid together.
      traffic(behind(proxy.url, world), seed.fork('people'), plan.people, () => isOn, true),
      comeAndGo(proxy.url, seed.fork('visitors'), () => isOn),
    ])
    const lasting = () => pause(plan.secondsOfEach * 1000)
    const before = await newestMigration(world)
    const figures: Told['figures'] = { from: older.commit }
    await lasting()
    await change(world, root, lasting)
    const newest = await newestMigration(world)
    figures['migrations'] = before === newest ? 'none between them' : `${before} -> ${newest}`
    figures['back again'] = await goBack(world, older.root, newest, lasting)
    isOn = false
    const [, visits] = await busy
    const { requests, elsewhere, failed } = structuredClone(proxy.carried) // at rest all nodes are away at once
    const quiet = await comeToRest(world)
    const evidence = await world.evidence()
    const O3 = each('O3', [...Array(requests - failed.length).fill(''), ...failed], (what: string) => what)
    return {
      checked: sum(check(evidence), { O3 }),
      figures: {
        postgres: world.cluster.version,
        ...figures,
        'requests through the proxy': requests,
        'of them given to the other node, since one was away': elsewhere,
        'of them failed': failed.length,
        'sign-ins and drafts': visits,
        ...figuresOf(evidence),
        'seconds until all was at rest': Math.round(quiet),
      },
      sometimes: {},
    }
  } finally {
    proxy.close()
    await world.close()
    older.remove()
  }
}

async function newestMigration({ cluster }: World): Promise<string> {
  const [row] = await cluster.query<{ name: string }>(
    'lacre',
    'select max(name collate "C") as name from kysely_migration',
  )
  return row?.name ?? ''
}

/** Each node in its turn; whoever prints changes with the last. */
async function change(
  world: World,
  version: string,
  lasting: () => Promise<void>,
  extra: Record<string, string> = {},
): Promise<void> {
  for (const node of world.nodes) {
    await node.kill('SIGTERM')
    await node.start(extra, [], version)
    if (!node.isUp()) throw new Error(node.output())
    await lasting()
  }
  world.press.tell({ version, extra })
}

/** With the setting that lets a version stand on the next one's schema. One from before it must refuse in a sentence. */
async function goBack(world: World, version: string, newest: string, lasting: () => Promise<void>) {
  const allowed = { DATABASE_NEWEST: newest }
  const [first] = world.nodes
  if (!first) throw new Error('there is no node')
  await first.kill('SIGTERM')
  const said = first.output().length
  await first.start(allowed, [], version)
  if (!first.isUp()) {
    const sentence = first.output().slice(said).trim()
    await first.start()
    if (/\n/.test(sentence)) throw new Error(`it refuses with more than a sentence: ${sentence}`)
    return `refused: ${sentence}`
  }
  await change(world, version, lasting, allowed)
  await change(world, root, lasting)
  return 'and forth once more'
}

/** Somebody comes, signs in, keeps a draft and reads it. */
async function comeAndGo(url: string, seed: Seed, isOn: () => boolean): Promise<number> {
  let visits = 0
  while (isOn()) {
    const registered = await register(url)
    if (!registered) continue
    const { account: email, password } = registered
    const entered = await callAt(() => url)('POST', '/auth/login', {
      email,
      password,
      recaptcha_token: 'right',
    })
    if (entered === 'no-answer' || entered.status !== 200) continue
    const call = callAt(() => url, String(entered.json['access_token']))
    const draft = `/drafts/${crypto.randomUUID()}`
    const content = `<p>Querida Elena ${seed.below(1e6)}:</p>`
    const kept = await call('PUT', draft, { content, basedOn: null })
    const read = await call('GET', draft)
    // What the proxy could not get answered it has written down itself.
    if (kept === 'no-answer' || read === 'no-answer' || kept.status !== 200 || read.status >= 500) continue
    if (read.json['content'] !== content) throw new Error('a draft is not what was kept')
    visits++
    await pause(1500)
  }
  return visits
}
