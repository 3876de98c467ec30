import { cleanHtml } from '@lacre/letter/content/text.ts'
import { moneyModes } from '@lacre/letter/price/money.ts'
import { exportInvoices } from './books/export-invoices.ts'
import type { BooksDeps } from './books/deps.ts'
import type { PaymentsDeps } from './payments/deps.ts'
import { cancelIntentOf } from './payments/intents/cancel-intent.ts'
import { closeUnknownIntent } from './payments/intents/close-unknown-intent.ts'
import { lookAtMoney } from './payments/intents/look-at-money.ts'
import { queueReceiptOf } from './payments/intents/queue-receipt.ts'
import { paymentLimits } from './payments/limits.ts'
import { retryOwedRefund, waitingRefunds } from './payments/refunds/retry-owed-refund.ts'
import { requestRefund } from './payments/refunds/request-refund.ts'
import { becomesPaper } from './payments/table/becomes-paper.ts'
import { moneyOf } from './payments/table/money-of.ts'
import { paidTogether } from './payments/table/paid-together.ts'
import { noteInvoiced } from './payments/table/payments-table.ts'
import { stagePrintJobs } from './print-room/jobs/stage-print-job.ts'
import { voidPrintJob } from './print-room/jobs/void-print-job.ts'
import { createMergerApart } from './print-room/merging/merge-apart.ts'
import type { ConsoleDeps, PrintRoomDeps } from './print-room/deps.ts'
import { verifiedAccount } from './accounts/claims/accounts-table.ts'
import { accountLimits } from './accounts/account-limits.ts'
import { canonicalEmail } from './accounts/email.ts'
import { sendVerification } from './accounts/office/send-verification.ts'
import { setDisabled } from './accounts/office/set-disabled.ts'
import { endSessions } from './accounts/office/end-sessions.ts'
import { forgetOperator } from './operators/forget-operator.ts'
import { operatorOf } from './operators/operators-table.ts'
import type { Erasers } from './accounts/own-data/erase-account.ts'
import type { ExportParts } from './accounts/own-data/export-account.ts'
import { eraseBook } from './address-book/change-book.ts'
import type { BookDeps } from './address-book/deps.ts'
import { exportBook } from './address-book/export-book.ts'
import { exportDrafts } from './drafts/export-drafts.ts'
import { eraseDrafts } from './drafts/forget-drafts.ts'
import { createLimits } from './http/limits.ts'
import type { CancelDeps } from './letters/ending/cancel-letter.ts'
import { closeUnpaid, eraseLetters } from './letters/ending/erase-letters.ts'
import { sentRecipients } from './letters/mine/sent-recipients.ts'
import { exportLetters } from './letters/mine/export-letters.ts'
import { postLetters, returnLetter } from './letters/steps/post-letters.ts'
import { lockLetter, lockLetters } from './letters/stored/lock-letter.ts'
import { printableLetter, printableLetters } from './letters/stored/printable-letter.ts'
import { takeStep, takeSteps } from './letters/steps/take-step.ts'
import { forgetRecipient } from './mail/forget-recipient.ts'
import { queueMail as putInOutbox, type QueueMail } from './mail/queue-mail.ts'
import { forgetSandboxMail } from './outside/mail/sandbox-mail.ts'
import type { OperatorsDeps } from './operators/deps.ts'
import { lastRestored } from './database/backup/restoration.ts'
import { pseudonymOf } from './database/keys/pseudonym.ts'
import { recordAuditEntry } from './operators/record-audit-entry.ts'
import type { Log } from './ports.ts'
import type { Typesetter } from './typesetting/typesetter.ts'
import { allPrices } from './prices/prices-table.ts'
import type { World } from './world.ts'

/** What the payments module does for the letters and for the console. */
type MoneyPorts = Pick<
  ConsoleDeps,
  | 'cancelIntentOf'
  | 'requestRefund'
  | 'retryOwedRefund'
  | 'waitingRefunds'
  | 'lookAtMoney'
  | 'closeUnknownIntent'
  | 'moneyOf'
  | 'queueReceiptOf'
>

type OfficePorts = Pick<
  ConsoleDeps,
  'canonicalEmail' | 'pseudonymOf' | 'setDisabled' | 'sendVerification' | 'isOperator' | 'isLive'
>

/** What modules do for each other, wired once: for the calls, for the workers and for the command line. */
export function wireActions(world: Omit<World, 'typesetter'> & Partial<Pick<World, 'typesetter'>>, log: Log) {
  const { settings, database, cipher, cards, clock, random, typesetter } = world
  const { db } = database
  const { cutOff, closedDays } = settings
  const limits = createLimits(database.pool)
  const queueMail: QueueMail = (tx, mail) => putInOutbox({ clock, random }, tx, mail)
  const payments: PaymentsDeps = {
    db,
    cards,
    installation: database.installation,
    mode: settings.money,
    clock,
    random,
    cutOff,
    closedDays,
    requireVerifiedEmail: settings.requireVerifiedEmail,
    paymentMethods: settings.paymentMethods,
    ...paymentLimits(limits),
    takeStep,
    takeSteps,
    lockLetter,
    lockLetters,
    stagePrintJobs,
    voidPrintJob,
    queueMail,
  }
  const books: BooksDeps = {
    db,
    clock,
    cipher,
    seller: settings.operator,
    lockLetter,
    noteInvoiced,
    lastRestored,
  }
  const money: MoneyPorts = {
    cancelIntentOf: (letterId) => cancelIntentOf(payments, letterId),
    requestRefund: (tx, refund) => requestRefund(payments, tx, refund),
    retryOwedRefund: (tx, letterId) => retryOwedRefund(payments, tx, letterId),
    waitingRefunds: () => waitingRefunds(db),
    lookAtMoney: (letterId) => lookAtMoney(payments, letterId),
    closeUnknownIntent: (letterId) => closeUnknownIntent(payments, letterId),
    moneyOf,
    queueReceiptOf: (tx, letterId) => queueReceiptOf(payments, tx, letterId),
  }
  const posting: Pick<ConsoleDeps, 'postLetters' | 'returnLetter'> = {
    postLetters: (tx, posted) => postLetters({ queueMail, closedDays, paidTogether }, tx, posted),
    returnLetter: (tx, returned) => returnLetter({ queueMail }, tx, returned),
  }
  const printRoom: PrintRoomDeps = {
    db,
    clock,
    closedDays,
    takeStep,
    takeSteps,
    lockLetter,
    openLetter: (letterId) => printableLetter({ db, cipher }, letterId),
    openLetters: (ids) => printableLetters({ db, cipher }, ids),
    becomesPaper: (db, letterIds) => becomesPaper(db, settings.money, letterIds),
    openMerger: createMergerApart(),
    postLetters: posting.postLetters,
    recordAuditEntry,
    log,
  }
  const cancelling: CancelDeps = {
    db,
    clock,
    queueMail,
    cancelIntentOf: money.cancelIntentOf,
    requestRefund: money.requestRefund,
    voidPrintJob,
  }
  const erasers: Erasers = {
    closeUnpaid: (account) => closeUnpaid(cancelling, account),
    eraseLetters,
    eraseDrafts,
    eraseBook,
    forgetRecipient: (tx, forgotten) => forgetRecipient({ forgetSandboxMail }, tx, forgotten),
    forgetOperator: (tx, accountId) => forgetOperator(operators, tx, accountId),
  }
  const operators: OperatorsDeps = {
    db,
    clock,
    random,
    cipher,
    publicUrl: settings.publicUrl,
    verifiedAccount,
    endSessions,
    pseudonymOf: (about) => pseudonymOf(cipher, about),
  }
  const addressBook: BookDeps = {
    db,
    cipher,
    clock,
    random,
    sentRecipients: (accountId) => sentRecipients({ db, cipher }, accountId),
  }
  const office: OfficePorts = {
    canonicalEmail,
    pseudonymOf: operators.pseudonymOf,
    setDisabled,
    sendVerification: (id) => sendVerification({ db, clock, random, limits: accountLimits(limits) }, id),
    isOperator: async (tx, id) => (await operatorOf(tx, id)) !== null,
    isLive: moneyModes[settings.money].isLive,
  }
  // An order on the command line keeps nobody waiting.
  const clean: Typesetter['clean'] = (html) => typesetter?.clean(html) ?? Promise.resolve(cleanHtml(html))
  const exportParts: ExportParts = [
    (accountId) => exportLetters({ db, cipher, clock, cutOff }, accountId),
    (accountId) => exportBook(addressBook, accountId),
    (accountId) => exportInvoices({ ...books, typesetter }, accountId),
    (accountId) => exportDrafts({ db, cipher, clean }, accountId),
  ]
  return {
    limits,
    allPrices: () => allPrices(db),
    queueMail,
    payments,
    money,
    books,
    posting,
    printRoom,
    erasers,
    exportParts,
    operators,
    addressBook,
    office,
  }
}

export type Actions = ReturnType<typeof wireActions>
