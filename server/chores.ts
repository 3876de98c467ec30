import { hours, minutes, seconds } from '@lacre/letter/days.ts'
import { takeInPosted } from './address-book/take-in-sent.ts'
import { forgetBuyers } from './books/buyer.ts'
import { issueInvoices } from './books/issue-invoices.ts'
import { sendRequestedLinks } from './accounts/links/send-requested-links.ts'
import { sweepAccounts } from './accounts/links/sweep-accounts.ts'
import { giveUpCrashingJobs } from './database/jobs.ts'
import { forgetIdleDrafts } from './drafts/forget-drafts.ts'
import type { Actions } from './actions.ts'
import type { App } from './http/app.ts'
import { sweepLimits } from './http/limits.ts'
import { expireUnpaid } from './letters/ending/expire-unpaid.ts'
import { forgetLetters } from './letters/ending/forget-letters.ts'
import { forgetRecipients } from './mail/forget-recipient.ts'
import { sendDueMail } from './mail/send-due-mail.ts'
import { reconcileInTurn } from './payments/reconciling/reconcile-in-turn.ts'
import { settleRefunds } from './payments/settle-refunds.ts'
import { closeAtCutOff } from './print-room/batches/close-at-cut-off.ts'
import { raiseLateConcerns } from './print-room/batches/raise-late-concerns.ts'
import { deliverSandboxEvents, type PostEvent } from './outside/cards/sandbox-events.ts'
import type { Chore } from './workers.ts'
import type { World } from './world.ts'

/** The work nobody waits for. Every chore may run on several nodes at once. */
export function choresOf(
  world: World,
  { queueMail, payments, money, books, printRoom, addressBook, erasers }: Actions,
  app: App,
): Chore[] {
  const { settings, database, clock, random, mailCarrier, cards, webhookSecret } = world
  const { db } = database
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
