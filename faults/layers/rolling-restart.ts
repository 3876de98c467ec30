import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { keyFileOf } from '../../server/database/cipher.ts'
import { callAt, register } from '../client/calls.ts'
import { check, sum } from '../check/check.ts'
import { readFigures } from '../check/figures.ts'
import { each } from '../check/violation.ts'
import { roundRobin } from '../nodes/round-robin.ts'
import { waitUntilIdle } from '../world-idle.ts'
import { seedOf, type Seed } from '../seed.ts'
import { behind, openWorld, type WorldPlan } from '../world.ts'
import type { Report } from './report.ts'
import { traffic } from './traffic.ts'

export type RollingPlan = WorldPlan & { customers: number; secondsOfEach: number }

/** Restarts two nodes one by one, twice each, behind a proxy under traffic, with a new letter key. Every request must be answered. */
export async function rollingRestart(plan: RollingPlan): Promise<Report> {
  const world = await openWorld({ ...plan, nodes: 2 })
  const proxy = await roundRobin(world.nodes)
  const seed = seedOf(plan.seed)
  try {
    world.cards.send({ nodes: [proxy.url] })
    let isOn = true
    const busy = Promise.all([
      traffic(behind(proxy.url, world), seed.fork('customers'), plan.customers, () => isOn),
      comeAndGo(proxy.url, seed.fork('visitors'), () => isOn),
    ])
    const lasting = () => pause(plan.secondsOfEach * 1000)
    await lasting()
    const keyFile = keyFileOf(String(world.settings['DATA_DIR']))
    const [key] = readFileSync(keyFile, 'utf8').split('\n')
    const newKey = randomBytes(32).toString('hex')
    // All nodes know the new key before one of them seals with it.
    for (const keys of [
      [key, newKey],
      [newKey, key],
    ]) {
      writeFileSync(keyFile, keys.join('\n'))
      for (const node of world.nodes) {
        await node.kill('SIGTERM')
        await node.start()
        if (!node.isUp()) throw new Error(node.output())
        await lasting()
      }
    }
    isOn = false
    const [, visits] = await busy
    const { requests, elsewhere, failed } = structuredClone(proxy.carried) // before waitUntilIdle restarts all nodes at once
    const quiet = await waitUntilIdle(world)
    const evidence = await world.evidence()
    const O3 = each('O3', [...Array(requests - failed.length).fill(''), ...failed], (what: string) => what)
    return {
      checked: sum(check(evidence), { O3 }),
      figures: {
        postgres: world.cluster.version,
        'requests through the proxy': requests,
        'of them given to the other node, since one was away': elsewhere,
        'of them failed': failed.length,
        'sign-ins and drafts': visits,
        ...readFigures(evidence),
        'seconds until all was idle': Math.round(quiet),
      },
      coverage: {},
    }
  } finally {
    proxy.close()
    await world.close()
  }
}

/** A customer registers, stores a draft and reads it. */
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
    // The proxy itself records requests without an answer.
    if (kept === 'no-answer' || read === 'no-answer' || kept.status !== 200 || read.status >= 500) continue
    if (read.json['content'] !== content) throw new Error('a draft is not what was kept')
    visits++
    await pause(1500)
  }
  return visits
}
