import { minutes } from '@lacre/letter/days.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Checked } from '../check/check.ts'
import type { Cluster } from '../nodes/cluster.ts'
import type { Node, NodeSettings } from '../nodes/node.ts'
import type { Seed } from '../seed.ts'
import type { World } from '../world.ts'

/** Causes faults while `isOn`; returns counts, and outages by the world's clock. */
export type Trouble = (world: World, seed: Seed, isOn: () => boolean) => Promise<Done>
export type Done = { counts: Record<string, number>; mailOut?: Span[]; pressOut?: Span[]; checked?: Checked }
export type Span = { from: number; until: number }

/** Starts a node as a supervisor does (`Restart=always`): a start that fails, since the database is down, is retried. */
export async function startAgain(node: Node, extra: NodeSettings = {}) {
  for (let left = 30; left > 0; left--) {
    await node.start(extra)
    if (node.isUp()) return
    await pause(1000)
  }
}

/** Retries: a full disk keeps the database down, and another trouble may kill it again. */
export async function startDatabase(cluster: Cluster) {
  for (let left = 60; left > 0; left--) {
    const isStarted = await cluster.start().then(
      () => true,
      () => false,
    )
    if (isStarted) return
    await pause(500)
  }
  await cluster.start()
}

/** `kill -9` of a node at any moment, also soon after its start. */
export const killNodes: Trouble = async ({ nodes }, seed, isOn) => {
  let killed = 0
  while (isOn()) {
    await pause(500 + seed.below(2500))
    const node = seed.pick(nodes)
    await node.kill('SIGKILL')
    killed++
    await pause(seed.below(300))
    await startAgain(node)
  }
  return { counts: { 'nodes killed': killed } }
}

/** Kills two of three nodes at once; the third serves all requests until both are back, seconds later. */
export const killTwo: Trouble = async ({ nodes }, seed, isOn) => {
  let killed = 0
  while (isOn()) {
    await pause(3000 + seed.below(3000))
    const spared = seed.pick(nodes)
    const struck = nodes.filter((node) => node !== spared)
    await Promise.all(struck.map((node) => node.kill('SIGKILL')))
    killed += struck.length
    await pause(2000 + seed.below(4000))
    for (const node of struck) await startAgain(node)
  }
  return { counts: { 'nodes killed, two at once': killed } }
}

/** The kernel kills a node at its N-th write, to a socket or a file. Restarts the nodes under strace for that. */
export const killAtWrites: Trouble = async ({ nodes }, seed, isOn) => {
  let killed = 0
  let spared = 0
  await Promise.all(
    nodes.map(async (node) => {
      while (isOn()) {
        await node.kill('SIGKILL')
        await node.start({}, killingAt(1 + seed.below(1500)))
        for (let left = 60; left > 0 && node.isUp() && isOn(); left--) await pause(100)
        if (node.isUp()) spared++
        else killed++
      }
    }),
  )
  return { counts: { 'nodes killed at a write': killed, 'lived on past 6 s': spared } }
}

const calls = 'write,writev,sendto,sendmsg,pwrite64,fsync,rename,renameat2,ftruncate'
const killingAt = (write: number) =>
  `strace -f -qq -o /dev/null -e trace=${calls} -e inject=${calls}:signal=KILL:when=${write}`.split(' ')

/** The mail server refuses, drops connections after accepting, and is down for seconds. */
export const mailOutages: Trouble = async ({ mail, clock }, seed, isOn) => {
  const mailOut: Span[] = []
  mail.send({ refuse: 0.1, drop: 0.05 })
  while (isOn()) {
    await pause(1500 + seed.below(3000))
    mail.send({ down: true })
    const from = clock.now()
    await pause(2000 + seed.below(3000))
    mail.send({ down: false })
    mailOut.push({ from, until: clock.now() })
  }
  return { counts: { 'mail outages': mailOut.length }, mailOut }
}

/** The operator at the printer is away for seconds. */
export const printerOutages: Trouble = async ({ press, clock }, seed, isOn) => {
  const pressOut: Span[] = []
  press.send({ kills: 0.25 })
  while (isOn()) {
    await pause(6000 + seed.below(4000))
    press.send({ out: true })
    const from = clock.now()
    await pause(3000 + seed.below(3000))
    press.send({ out: false })
    pressOut.push({ from, until: clock.now() })
  }
  return { counts: { 'printer outages': pressOut.length }, pressOut }
}

const inTransaction = `select count(*)::int as n from pg_stat_activity
  where datname = 'lacre' and xact_start is not null and pid <> pg_backend_pid()`

/** Kills the database server without a checkpoint, or cuts its connections. */
export const strikeDatabase: Trouble = async ({ cluster }, seed, isOn) => {
  const counts = { 'database struck down': 0, 'connections cut': 0, 'transactions open at that moment': 0 }
  while (isOn()) {
    await pause(1000 + seed.below(3000))
    const [row] = await cluster.query<{ n: number }>('lacre', inTransaction).catch(() => [])
    counts['transactions open at that moment'] += row?.n ?? 0
    if (seed.is(0.5)) {
      await cluster.strike()
      counts['database struck down']++
      await pause(seed.below(1500))
      await startDatabase(cluster)
    } else {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'lacre' and pid <> pg_backend_pid()`
      counts['connections cut'] += (await cluster.query('lacre', cut).catch(() => [])).length
    }
  }
  return { counts }
}

/** Moves the world's clock forward and back by up to ninety minutes; the nodes follow within a tenth of a second. */
export const stepClock: Trouble = async ({ clock }, seed, isOn) => {
  const counts = { 'clock put forward': 0, 'clock put back': 0 }
  let ahead = 0
  while (isOn()) {
    await pause(1000 + seed.below(2500))
    const step = (1 + seed.below(90)) * minutes(1)
    const isBack = ahead > 0 && seed.is(0.5)
    clock.move(isBack ? -step : step)
    ahead += isBack ? -step : step
    counts[isBack ? 'clock put back' : 'clock put forward']++
  }
  return { counts }
}
