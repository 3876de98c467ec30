import { setTimeout as pause } from 'node:timers/promises'
import { hours, minutes, type Ms, seconds } from '@lacre/letter/days.ts'
import type Stripe from 'stripe'
import { sendRequestedLinks } from './accounts/links.ts'
import { giveUpCrashingJobs } from './database/jobs.ts'
import type { App } from './http/app.ts'
import { sweepLimits } from './http/limits.ts'
import { forgetBuyers } from './invoices/buyer.ts'
import { issueInvoices } from './invoices/issue.ts'
import { forgetRecipients } from './mail/outbox.ts'
import { sendDueMail } from './mail/send.ts'
import { lookAtMachine, raiseAlarms, sendAlarms } from './operating/alarms.ts'
import { createObserver, forgetObserved, observe, type Observer } from './operating/observations.ts'
import { addPostedRecipients } from './orders/address-book.ts'
import { forgetIdleDrafts } from './orders/drafts.ts'
import { reconcileInTurn } from './payments/reconcile.ts'
import { settleRefunds } from './payments/settle-refunds.ts'
import { closeAtCutOff, raiseLateIssues } from './print-room/close-batch.ts'
import { deliverSandboxEvents, type PostEvent } from './sandbox/card-store.ts'
import type { World } from './world.ts'
import { expireUnpaid } from './orders/cancel.ts'
import { forgetLetters } from './letters/forget.ts'
import { sweepAccounts } from './privacy/erase.ts'

/** Background work. Every chore may run on several nodes at once. */
export function choresOf(world: World, app: App): Chore[] {
  const { settings, db, clock, mailCarrier, cutOff } = world
  const { publicUrl, operator } = settings
  const mailing = { db, clock, carrier: mailCarrier, branding: { publicUrl, operator }, log: world.log }
  const chores: Chore[] = [
    { name: 'mail-to-people', every: seconds(1), run: () => sendDueMail(mailing, 'urgent') },
    { name: 'mail-of-letters', every: seconds(1), run: () => sendDueMail(mailing, 'normal') },
    { name: 'account-links', every: seconds(1), run: () => sendRequestedLinks(world) },
    { name: 'refunds', every: seconds(2), run: () => settleRefunds(world) },
    { name: 'invoices', every: seconds(2), run: () => issueInvoices(world) },
    { name: 'reconcile', every: minutes(5), run: async () => (await reconcileInTurn(world), 0) },
    { name: 'expire-unpaid', every: minutes(10), run: () => expireUnpaid(world) },
    { name: 'forget-letters', every: hours(1), run: () => forgetLetters(world) },
    { name: 'forget-recipients', every: hours(1), run: () => forgetRecipients(world) },
    { name: 'forget-drafts', every: hours(1), run: () => forgetIdleDrafts(world) },
    { name: 'fill-address-books', every: minutes(10), run: () => addPostedRecipients(world) },
    { name: 'forget-buyers', every: hours(1), run: () => forgetBuyers(world) },
    { name: 'sweep-accounts', every: hours(1), run: () => sweepAccounts(world) },
    { name: 'sweep-limits', every: hours(1), run: () => sweepLimits(db, clock.now()) },
    { name: 'bury-jobs', every: hours(1), run: () => giveUpCrashingJobs(db) },
  ]
  if (cutOff) chores.push({ name: 'cut-off', every: seconds(20), run: () => closeAtCutOff(world, cutOff) })
  chores.push({ name: 'late-print', every: hours(1), run: () => raiseLateIssues(world, cutOff) })
  const deliver = () =>
    deliverSandboxEvents(world, {
      webhooks: world.cards.webhooks,
      secret: world.webhookSecret,
      post: postTo(app),
    })
  if (world.sandbox) chores.unshift({ name: 'sandbox-events', every: seconds(1 / 4), run: deliver })
  return chores
}

/** The sandbox's card provider calls the same webhook as the real one. */
const postTo =
  (app: App): PostEvent =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload: body, headers })
    return answer.statusCode
  }

/** Background work. `run` does a bounded portion and answers how much it did; more than 0 runs it again at once. */
type Chore = { name: string; every: Ms; run: () => Promise<number> }
/** `failed`: with the number of failures in a row. `recovered`: it works again. */
type Report = {
  failed: (chore: string, error: unknown, inARow: number) => void
  recovered: (chore: string) => void
}

/** Runs one loop per chore; a failure is reported and retried. `stop` waits for the current portions. */
export function startWorkers(chores: Chore[], report: Report): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loops = chores.map((chore) => loop(chore, report, ending.signal))
  return {
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function loop({ name, every, run }: Chore, report: Report, ending: AbortSignal) {
  let failures = 0
  while (!ending.aborted) {
    const done = await run().then(
      (count) => {
        if (failures) report.recovered(name)
        failures = 0
        return count
      },
      (error: unknown) => {
        report.failed(name, error, ++failures)
        return 0
      },
    )
    if (done === 0) await pause(every, undefined, { signal: ending }).catch(() => {})
  }
}

/** The work that raises alarms, on every node. */
export function alarmChoresOf(world: World): Chore[] {
  const { settings, db, clock, sendAlarm } = world
  const { dataDir, mode, backups, operator } = settings
  const deps = {
    ...world,
    backsUp: mode === 'real' && backups === 'lacre',
    email: operator.email,
    hasWebhook: sendAlarm !== undefined,
  }
  const alarms: Chore = {
    name: 'alarms',
    every: minutes(2),
    async run() {
      await lookAtMachine({ db, clock, dataDir })
      await raiseAlarms(deps)
      return 0
    },
  }
  if (!sendAlarm) return [alarms]
  return [
    alarms,
    { name: 'alarm-webhook', every: seconds(5), run: () => sendAlarms({ db, send: sendAlarm }) },
  ]
}

/** Every answer of the card provider shows whether it accepts our key. */
export function observeOutside({ db, clock, cards }: Pick<World, 'db' | 'clock' | 'cards'>): Observer {
  const observer = createObserver({ db, clock })
  cards.on('response', ({ status }: Stripe.ResponseEvent) =>
    observer('cards', status === 401 ? 'cards-refused' : 'cards-accepted'),
  )
  return observer
}

/** Alarm after two consecutive failures. */
const inARowToCall = 2

/** Logs and observes failures, from which alarms are raised. */
export function reportOf({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>): Report {
  const unwritten = () => {} // its database is what fails
  return {
    failed(chore, error, inARow) {
      log.error({ chore, err: error, inARow }, 'chore failed')
      if (inARow >= inARowToCall) observe({ db, clock }, `chore-failed:${chore}`).catch(unwritten)
    },
    recovered: (chore) => void forgetObserved(db, `chore-failed:${chore}`).catch(unwritten),
  }
}
