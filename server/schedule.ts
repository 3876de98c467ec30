import { setTimeout as pause } from 'node:timers/promises'
import { hours, minutes, type Ms, seconds } from '@lacre/letter/days.ts'
import type Stripe from 'stripe'
import { sweepAccounts } from './accounts/erase.ts'
import { sendRequestedLinks } from './accounts/links.ts'
import type { Actions } from './actions.ts'
import { giveUpCrashingJobs } from './database/jobs.ts'
import type { App } from './http/app.ts'
import { sweepLimits } from './http/limits.ts'
import { forgetBuyers } from './invoices/buyer.ts'
import { issueInvoices } from './invoices/issue.ts'
import { forgetRecipients } from './mail/outbox.ts'
import { mailFailingSince, sendDueMail } from './mail/send.ts'
import { lookAtMachine, raiseAlarms, sendAlarms } from './operating/alarms.ts'
import { createObserver, forgetObserved, observe, type Observer } from './operating/observations.ts'
import { takeInPosted } from './orders/address-book.ts'
import { forgetIdleDrafts } from './orders/drafts-table.ts'
import { reconcileInTurn } from './payments/reconcile.ts'
import { settleRefunds } from './payments/settle-refunds.ts'
import { closeAtCutOff, raiseLateConcerns } from './print-room/close-batch.ts'
import { deliverSandboxEvents, type PostEvent } from './sandbox/card-events.ts'
import type { World } from './world.ts'
import { expireUnpaid } from './orders/cancel.ts'
import { forgetLetters } from './letters/forget.ts'

/** The work nobody waits for. Every chore may run on several nodes at once. */
export function choresOf(
  world: World,
  { queueMail, payments, money, books, printRoom, addressBook, erasers }: Actions,
  app: App,
): Chore[] {
  const { settings, db, clock, random, mailCarrier, cards, webhookSecret } = world
  const { publicUrl, operator } = settings
  const mailing = { db, clock, carrier: mailCarrier, branding: { publicUrl, operator }, log: app.log }
  const chores: Chore[] = [
    { name: 'mail-to-people', every: seconds(1), run: () => sendDueMail(mailing, 'people') },
    { name: 'mail-of-letters', every: seconds(1), run: () => sendDueMail(mailing, 'letters') },
    {
      name: 'account-links',
      every: seconds(1),
      run: () => sendRequestedLinks({ db, clock, random, queueMail, publicUrl }),
    },
    { name: 'refunds', every: seconds(2), run: () => settleRefunds({ ...payments, log: app.log }) },
    { name: 'invoices', every: seconds(2), run: () => issueInvoices(books) },
    { name: 'reconcile', every: minutes(5), run: async () => (await reconcileInTurn(payments), 0) },
    {
      name: 'expire-unpaid',
      every: minutes(10),
      run: () => expireUnpaid({ db, clock, cancelIntentOf: money.cancelIntentOf }),
    },
    { name: 'forget-letters', every: hours(1), run: () => forgetLetters({ db, clock }) },
    { name: 'forget-recipients', every: hours(1), run: () => forgetRecipients({ db, clock }) },
    { name: 'forget-drafts', every: hours(1), run: () => forgetIdleDrafts({ db, clock }) },
    { name: 'fill-address-books', every: minutes(10), run: () => takeInPosted(addressBook) },
    { name: 'forget-buyers', every: hours(1), run: () => forgetBuyers(books) },
    { name: 'sweep-accounts', every: hours(1), run: () => sweepAccounts({ db, clock, erasers }) },
    { name: 'sweep-limits', every: hours(1), run: () => sweepLimits(db, clock.now()) },
    { name: 'bury-jobs', every: hours(1), run: () => giveUpCrashingJobs(db) },
  ]
  const { cutOff } = settings
  if (cutOff)
    chores.push({ name: 'cut-off', every: seconds(20), run: () => closeAtCutOff(printRoom, cutOff) })
  chores.push({ name: 'late-print', every: hours(1), run: () => raiseLateConcerns(printRoom, cutOff) })
  const deliver = () =>
    deliverSandboxEvents(
      { db, clock },
      { webhooks: cards.webhooks, secret: webhookSecret, post: postTo(app) },
    )
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

/** Work that nobody waits for. `run` does a bounded portion and says how much it did; more than 0 means: again at once. */
type Chore = { name: string; every: Ms; run: () => Promise<number> }
/** `failed`: for the how manieth time in a row. `recovered`: it works again. */
type Report = {
  failed: (chore: string, error: unknown, inARow: number) => void
  recovered: (chore: string) => void
}

/**
 * Runs each chore in a loop of its own. A failing chore is reported and tried again after its interval.
 * `stop` ends the loops after the portion at hand.
 */
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

/** The work that calls the operator, on every node. */
export function alarmChoresOf(world: World, { queueMail }: Actions, app: App): Chore[] {
  const { settings, db, clock, sendAlarm } = world
  const { cutOff, dataDir, mode, backups, operator } = settings
  const deps = {
    db,
    clock,
    cutOff,
    backsUp: mode === 'real' && backups === 'lacre',
    mailFailingSince,
    queueMail,
    email: operator.email,
    hasWebhook: sendAlarm !== undefined,
    log: app.log,
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

/** Whether the card provider takes our key is told by its every answer. */
export function observeOutside({ db, clock, cards }: Pick<World, 'db' | 'clock' | 'cards'>): Observer {
  const observer = createObserver({ db, clock })
  cards.on('response', ({ status }: Stripe.ResponseEvent) =>
    observer('cards', status === 401 ? 'cards-refused' : 'cards-accepted'),
  )
  return observer
}

/** Failing once is the weather; twice in a row is somebody's affair. */
const inARowToCall = 2

/** `name` failed, or works again: in the log, and in the alarms. */
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
