import type { PaymentsDeps } from './payments/deps.ts'
import { cancelIntentOf } from './payments/intents/cancel-intent.ts'
import { lookAtMoney } from './payments/intents/look-at-money.ts'
import { queueReceiptOf } from './payments/intents/queue-receipt.ts'
import { paymentLimits } from './payments/limits.ts'
import { requestRefund } from './payments/refunds/request-refund.ts'
import { moneyOf } from './payments/table/money-of.ts'
import { stagePrintJob } from './print-room/jobs/stage-print-job.ts'
import { voidPrintJob } from './print-room/jobs/void-print-job.ts'
import { openPaidLetter } from './print-room/jobs/open-paid-letter.ts'
import { mergeLetters } from './print-room/merging/merge-letters.ts'
import type { PrintRoomDeps } from './print-room/deps.ts'
import type { Erasers } from './accounts/own-data/erase-account.ts'
import type { ExportParts } from './accounts/own-data/export-account.ts'
import type { DispatchDeps } from './dispatch/deps.ts'
import { exportDrafts } from './drafts/export-drafts.ts'
import { eraseDrafts } from './drafts/forget-drafts.ts'
import { createLimits } from './http/limits.ts'
import { closeUnpaid, eraseLetters } from './letters/ending/erase-letters.ts'
import { exportLetters } from './letters/mine/export-letters.ts'
import { createPostLetter, createReturnLetter } from './letters/steps/post-letter.ts'
import { lockLetter } from './letters/stored/lock-letter.ts'
import { printableLetter } from './letters/stored/printable-letter.ts'
import { takeStep } from './letters/steps/take-step.ts'
import { forgetRecipient } from './mail/forget-recipient.ts'
import { createQueueMail } from './mail/queue-mail.ts'
import { recordAuditEntry } from './operators/record-audit-entry.ts'
import type { CancelIntentOf, LookAtMoney, MoneyOf, QueueReceiptOf, RequestRefund } from './ports.ts'
import type { World } from './world.ts'

/** What the payments module does for the letters and for the console. */
type MoneyPorts = {
  cancelIntentOf: CancelIntentOf
  requestRefund: RequestRefund
  lookAtMoney: LookAtMoney
  moneyOf: MoneyOf
  queueReceiptOf: QueueReceiptOf
}

/** The actions that rooms hand to each other, wired once: for the calls, for the workers and for the command line. */
export function wireActions(world: Omit<World, 'typesetter'>) {
  const { settings, database, cipher, cards, clock, random, printer } = world
  const { db } = database
  const { cutOff } = settings
  const limits = createLimits(database.pool)
  const queueMail = createQueueMail({ clock, random })
  const payments: PaymentsDeps = {
    db,
    cards,
    clock,
    random,
    cutOff,
    requireVerifiedEmail: settings.requireVerifiedEmail,
    ...paymentLimits(limits),
    takeStep,
    lockLetter,
    stagePrintJob,
    voidPrintJob,
    queueMail,
  }
  const money: MoneyPorts = {
    cancelIntentOf: (letterId) => cancelIntentOf(payments, letterId),
    requestRefund: (tx, refund) => requestRefund(payments, tx, refund),
    lookAtMoney: (letterId) => lookAtMoney(payments, letterId),
    moneyOf,
    queueReceiptOf: (tx, letterId) => queueReceiptOf(payments, tx, letterId),
  }
  const openLetter = (letterId: string) => printableLetter({ db, cipher }, letterId)
  const printRoom: PrintRoomDeps = {
    db,
    clock,
    takeStep,
    openLetter,
    openMerger: mergeLetters,
    postLetter: createPostLetter({ queueMail }),
    recordAuditEntry,
  }
  const dispatch: DispatchDeps | undefined = printer && {
    db,
    clock,
    printer,
    paper: 'PINGEN-1',
    cutOff: settings.cutOff,
    takeStep,
    openPaidLetter: (letter) => openPaidLetter(printRoom, letter),
    postLetter: createPostLetter({ queueMail }),
    returnLetter: createReturnLetter({ queueMail }),
  }
  const cancelling = { db, clock, queueMail, voidPrintJob, ...money }
  const erasers: Erasers = {
    closeUnpaid: (account) => closeUnpaid(cancelling, account),
    async eraseLetters(tx, accountId) {
      const outcome = await eraseLetters(tx, accountId)
      if (outcome === 'erased') await eraseDrafts(tx, accountId)
      return outcome
    },
    forgetRecipient,
  }
  const exportParts: ExportParts = [
    (accountId) => exportLetters({ db, cipher, clock, cutOff }, accountId),
    (accountId) => exportDrafts({ db, cipher }, accountId),
  ]
  return { limits, queueMail, payments, money, printRoom, dispatch, erasers, exportParts }
}

export type Actions = ReturnType<typeof wireActions>
