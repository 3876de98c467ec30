import { check, sum } from '../check/check.ts'
import { readFigures, outageFinding, coverageOf } from '../check/figures.ts'
import { each } from '../check/violation.ts'
import { enterPrintRoom } from '../client/enter-print-room.ts'
import { roundRobin } from '../nodes/round-robin.ts'
import { historyOf } from '../history-of.ts'
import { waitUntilIdle } from '../world-idle.ts'
import { seedOf } from '../seed.ts'
import { oddOutcomes } from '../stand-in/card-outcomes.ts'
import { someDeliveryFaults } from '../stand-in/webhook-sender.ts'
import { someCallFailures } from '../stand-in/call-failures.ts'
import { behind, openWorld, type WorldPlan } from '../world.ts'
import type { Report } from './report.ts'
import { takeBackMoved } from './take-back-moved.ts'
import { traffic } from './traffic.ts'
import { killAtWrites, type Trouble } from './troubles.ts'

export type SoakPlan = WorldPlan & {
  seconds: number
  customers: number
  troubles: Trouble[]
  /** Customers and the card provider reach the nodes through a proxy. */
  proxied?: boolean
}

/** Customers write, pay and cancel during the troubles; then it waits until idle and checks every rule. */
export async function soak(plan: SoakPlan): Promise<Report> {
  const world = await openWorld(plan)
  const seed = seedOf(plan.seed)
  const proxy = plan.proxied ? await roundRobin(world.nodes) : undefined
  const outside = proxy ? behind(proxy.url, world) : world
  try {
    const operator = await enterPrintRoom(outside)
    const until = performance.now() + plan.seconds * 1000
    const isOn = () => performance.now() < until
    world.cards.send({ nodes: outside.nodes.map(({ url }) => url) })
    world.cards.send({
      deliveryFaults: someDeliveryFaults,
      callFailures: someCallFailures,
      outcomes: oddOutcomes,
    })
    const running = plan.troubles.map((trouble, at) => trouble(world, seed.fork(`trouble ${at}`), isOn))
    let areThere = true
    const marking = takeBackMoved(world, operator, () => areThere)
    await traffic(outside, seed.fork('customers'), plan.customers, isOn)
    areThere = false
    await marking
    const done = await Promise.all(running)
    const carried = structuredClone(proxy?.carried) // before waitUntilIdle restarts all nodes at once
    // The troubles restart the nodes they kill; all others must still run.
    const ended = plan.troubles.includes(killAtWrites) ? [] : world.nodes
    const O2 = each('O2', ended, (node) => !node.isUp() && `the server ended: ${node.output().slice(-300)}`)
    const quiet = await waitUntilIdle(world)
    const evidence = await world.evidence()
    const [cards, press] = [await world.cards.ask('progress'), await world.press.ask('progress')]
    const counts = Object.assign({}, ...done.map((one) => one.counts)) as Record<string, number>
    if ('killed' in press) counts['commands of the print room killed'] = press.killed
    if ('failures' in cards) {
      counts['calls to the card provider lost on the way there'] = cards.failures['request-lost']
      counts['answers of the card provider lost'] = cards.failures['response-lost']
      counts['calls whose key was in use'] = cards.failures.busy
      counts['calls failed by the card provider itself'] =
        cards.failures['failed-before'] + cards.failures['failed-after']
    }
    return {
      checked: [
        check(evidence),
        outageFinding(evidence, done),
        { O2 },
        ...done.flatMap(({ checked = {} }) => checked),
      ].reduce(sum),
      figures: {
        postgres: world.cluster.version,
        nodes: world.nodes.length,
        'seconds of faults': plan.seconds,
        ...counts,
        ...(carried && {
          'requests through the proxy': carried.requests,
          'of them given to another node, since one was away': carried.elsewhere,
          'of them with no answer or a 5xx': carried.failed.length,
        }),
        ...readFigures(evidence),
        'seconds until all was idle': Math.round(quiet),
      },
      coverage: coverageOf(evidence, counts),
      historyOf: (letter) => historyOf(evidence, letter),
    }
  } finally {
    proxy?.close()
    await world.close()
  }
}
