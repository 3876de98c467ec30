import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Checked } from '../check/check.ts'
import { readSnapshot, type Evidence, type Snapshot } from '../check/evidence.ts'
import { factsOf, kept } from '../check/facts.ts'
import { readFigures } from '../check/figures.ts'
import { M2 } from '../check/paper.ts'
import { both, each } from '../check/violation.ts'
import { historyOf } from '../history-of.ts'
import { runCommand } from '../nodes/command.ts'
import { entries } from '../ledger.ts'
import { seedOf } from '../seed.ts'
import { someDeliveryFaults } from '../stand-in/webhook-sender.ts'
import { waitUntilIdle } from '../world-idle.ts'
import { openWorld, type World, type WorldPlan } from '../world.ts'
import type { Report } from './report.ts'
import { traffic } from './traffic.ts'

export type RestorePlan = WorldPlan & { customers: number; secondsOfEach: number }

/** Makes a backup in mid-traffic, loses the database seconds later, restores the backup, and goes on with new customers. */
export async function restoreLostDatabase(plan: RestorePlan): Promise<Report> {
  const world = await openWorld({ ...plan, nodes: 2 })
  const { cluster, nodes, cards, press } = world
  const seed = seedOf(plan.seed)
  const folder = mkdtempSync(join(tmpdir(), 'lacre-backups-'))
  const lasting = () => pause(plan.secondsOfEach * 1000)
  const customersCome = (name: string, isOn: () => boolean) =>
    traffic(world, seed.fork(name), plan.customers, isOn)
  try {
    cards.send({ nodes: nodes.map(({ url }) => url), deliveryFaults: someDeliveryFaults })
    let isOn = true
    const before = customersCome('before', () => isOn)
    await lasting()
    const [backup = ''] = (await lacre(world, 'backup', '--folder', folder)).split('\n')
    await lacre(world, 'restore', backup, '--verify')
    await lasting()
    await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
    isOn = false
    await before
    await leavePrinter(world)
    // Cuts the connections of the killed nodes, too.
    await cluster.strike()
    await cluster.start()
    await cluster.query('postgres', 'alter database lacre rename to lost')
    await cluster.make('lacre')
    await markPosted(world, await lacre(world, 'restore', backup), folder)
    for (const node of nodes) await node.start()
    press.send({ out: false })
    const until = performance.now() + plan.secondsOfEach * 1000
    await customersCome('after', () => performance.now() < until)
    const quiet = await waitUntilIdle(world)
    const evidence = await world.evidence()
    const lost = await readSnapshot(cluster.at('lost'))
    const { letters, issues } = evidence.snapshot
    const restored = new Set(letters.map(({ id }) => id))
    return {
      checked: checkRestored(evidence, lost),
      figures: {
        postgres: cluster.version,
        ...readFigures(evidence),
        'letters lost with the database': lost.letters.filter(({ id }) => !restored.has(id)).length,
        'letters held by the restore': issues.filter(({ kind }) => kind === 'restored').length,
        'payments for lost letters': issues.filter(({ kind }) => kind === 'payment-unknown').length,
        'seconds until all was idle': Math.round(quiet),
      },
      coverage: {},
      historyOf: (letter) => historyOf(evidence, letter),
    }
  } finally {
    await world.close()
    rmSync(folder, { recursive: true })
  }
}

async function lacre({ settings }: World, ...words: string[]): Promise<string> {
  const { code, output } = await runCommand(settings, words)
  if (code !== 0) throw new Error(`lacre ${words.join(' ')}: ${output}`)
  return output
}

/** No command of the printer may meet a database that is being replaced. */
async function leavePrinter({ press }: World) {
  press.send({ out: true })
  for (;;) {
    const progress = await press.ask('progress')
    if ('isAway' in progress && progress.isAway) return
    await pause(100)
  }
}

/** Marks the batches that the restore lists and that were posted since the backup (docs/operating.md#restoring). */
async function markPosted(world: World, says: string, folder: string) {
  const { printLog } = await world.evidence()
  const posted = new Set(entries(printLog, 'post').map(({ batch }) => batch))
  for (const batch of new Set(says.match(/\bB\d+/g))) {
    if (!posted.has(batch)) continue
    await lacre(world, 'batch', batch, '--folder', folder) // its files may be newer than the backup
    await runCommand(world.settings, ['posted', batch]) // ends with 1 when a letter waits for a person
  }
}

/** The other rules compare acknowledgements with the database, and those since the backup are lost. */
function checkRestored(evidence: Evidence, lost: Snapshot): Checked {
  const payments = [...lost.payments, ...evidence.snapshot.payments]
  const facts = factsOf({ ...evidence, snapshot: { ...evidence.snapshot, payments } })
  const issues = evidence.snapshot.issues.filter(({ settled }) => !settled)
  const isTold = (letter: string) =>
    issues.some(
      ({ letter_id, reference }) => letter_id === letter || facts.intentsOf.get(letter)?.includes(reference),
    )
  const paid = [...facts.intentsOf.keys()].filter((letter) => kept(facts, letter) > 0)
  return {
    M2: M2(evidence, facts),
    R1: both(
      each(
        'R1',
        facts.printsOf,
        ([, times]) => times > 1 && `printed ${times} times`,
        ([letter]) => letter,
      ),
      each(
        'R1',
        paid,
        (letter) =>
          !facts.printsOf.has(letter) && !isTold(letter) && 'paid, not printed, and no operator knows',
        (letter) => letter,
      ),
    ),
  }
}
