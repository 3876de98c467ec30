import { sendRequestedLinks } from './accounts/links/send-requested-links.ts'
import { sweepAccounts } from './accounts/links/sweep-accounts.ts'
import { bury } from './database/jobs.ts'
import { followUpAccepted } from './dispatch/follow/follow-up.ts'
import { keepHere } from './dispatch/submissions/keep-here.ts'
import { lookUpUnknown } from './dispatch/submit/look-up-unknown.ts'
import { submitWaiting } from './dispatch/submit/submit-waiting.ts'
import { forgetIdleDrafts } from './drafts/forget-drafts.ts'
import type { Actions } from './actions.ts'
import type { App } from './http/app.ts'
import { expireUnpaid } from './letters/ending/expire-unpaid.ts'
import { forgetLetters } from './letters/ending/forget-letters.ts'
import { forgetErased } from './mail/forget-recipient.ts'
import { sendDueMail } from './mail/send-due-mail.ts'
import { reconcile } from './payments/intents/reconcile.ts'
import { settleRefunds } from './payments/refunds/settle-refunds.ts'
import { closeAtCutOff } from './print-room/batches/close-at-cut-off.ts'
import { tellLate } from './print-room/batches/tell-late.ts'
import { deliverSandboxEvents, type PostEvent } from './outside/cards/sandbox-events.ts'
import type { Chore } from './workers.ts'
import type { World } from './world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The work nobody waits for. Every chore may run on several nodes at once. */
export function choresOf(
  world: World,
  { queueMail, payments, money, printRoom, dispatch }: Actions,
  app: App,
): Chore[] {
  const { settings, database, clock, random, mailCarrier, cards, webhookSecret } = world
  const { db } = database
  const { publicUrl, operator } = settings
  const chores: Chore[] = [
    {
      name: 'mail',
      everyMs: second,
      run: () => sendDueMail({ db, clock, carrier: mailCarrier, house: { publicUrl, operator } }),
    },
    {
      name: 'account-links',
      everyMs: second,
      run: () => sendRequestedLinks({ db, clock, random, queueMail, publicUrl }),
    },
    { name: 'refunds', everyMs: 2 * second, run: () => settleRefunds({ ...payments, log: app.log }) },
    { name: 'reconcile', everyMs: 5 * minute, run: async () => ((await reconcile(payments)).changed, 0) },
    {
      name: 'expire-unpaid',
      everyMs: 10 * minute,
      run: () => expireUnpaid({ db, clock, cancelIntentOf: money.cancelIntentOf }),
    },
    { name: 'forget-letters', everyMs: hour, run: () => forgetLetters({ db, clock }) },
    { name: 'forget-erased', everyMs: hour, run: () => forgetErased(db) },
    { name: 'forget-drafts', everyMs: hour, run: () => forgetIdleDrafts({ db, clock }) },
    { name: 'sweep-accounts', everyMs: hour, run: () => sweepAccounts({ db, clock }) },
    { name: 'bury-jobs', everyMs: hour, run: () => bury(db) },
  ]
  const { cutOff } = settings
  if (settings.printer === 'print-room')
    chores.push({ name: 'keep-here', everyMs: 5 * second, run: async () => (await keepHere(db), 0) })
  if (cutOff && settings.printer === 'print-room')
    chores.push({ name: 'cut-off', everyMs: 20 * second, run: () => closeAtCutOff(printRoom, cutOff) })
  chores.push({ name: 'late-print', everyMs: hour, run: () => tellLate(printRoom, cutOff) })
  if (dispatch) {
    const isPrinting = settings.printer === 'pingen'
    chores.push(
      { name: 'submit', everyMs: 5 * second, run: () => submitWaiting(dispatch, { isPrinting }) },
      { name: 'look-up-submissions', everyMs: 5 * second, run: () => lookUpUnknown(dispatch) },
      { name: 'follow-up-submissions', everyMs: minute, run: () => followUpAccepted(dispatch) },
    )
  }
  const deliver = () =>
    deliverSandboxEvents(
      { db, clock },
      { webhooks: cards.webhooks, secret: webhookSecret, post: postTo(app) },
    )
  if (world.sandbox) chores.unshift({ name: 'sandbox-events', everyMs: second / 4, run: deliver })
  return chores
}

/** The sandbox's card provider knocks at the same door as the real one. */
const postTo =
  (app: App): PostEvent =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload: body, headers })
    return answer.statusCode
  }
