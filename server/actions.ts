import { cleanHtml } from '@lacre/letter/content/text.ts'
import { moneyModes } from '@lacre/letter/price/money.ts'
import { exportInvoices } from './invoices/routes.ts'
import type { BooksDeps } from './invoices/deps.ts'
import { type PaymentsDeps } from './payments/deps.ts'
import { cancelIntentOf, closeUnknownIntent } from './payments/learn-intent.ts'
import { lookAtMoney } from './payments/sync.ts'
import { queueReceiptOf } from './payments/receipt.ts'
import { retryOwedRefund, waitingRefunds, requestRefund } from './payments/refunds.ts'
import { becomesPaper, moneyOf, paidTogether, noteInvoiced } from './payments/payments-table.ts'
import { voidPrintJob } from './letters/print-jobs.ts'
import type { ConsoleDeps, PrintRoomDeps } from './print-room/deps.ts'
import { verifiedAccount } from './accounts/accounts-table.ts'
import { accountLimits } from './accounts/limits.ts'
import { canonicalEmail } from './accounts/email.ts'
import { sendVerification, setDisabled } from './accounts/office.ts'
import { endSessions } from './accounts/sessions.ts'
import { forgetOperator } from './print-room/forget-operator.ts'
import { operatorOf } from './print-room/operators-table.ts'
import type { Erasers } from './accounts/erase.ts'
import type { ExportParts } from './privacy/export.ts'
import { eraseBook, exportBook } from './orders/address-book.ts'
import type { BookDeps } from './orders/address-book-deps.ts'
import { exportDrafts } from './orders/export-drafts.ts'
import { eraseDrafts } from './orders/drafts-table.ts'
import { type CancelDeps, closeUnpaid } from './orders/cancel.ts'
import { sentRecipients, exportLetters } from './orders/export-letters.ts'
import { postLetters, returnLetter, takeStep, takeSteps } from './letters/steps.ts'
import { lockLetter } from './letters/letters-table.ts'
import { printableLetter, printableLetters } from './letters/stored.ts'
import { forgetRecipient, queueMail as putInOutbox, type QueueMail } from './mail/outbox.ts'
import { forgetSandboxMail } from './sandbox/mail.ts'
import type { OperatorsDeps } from './print-room/operators-deps.ts'
import { lastRestored } from './database/restore.ts'
import { pseudonymOf } from './database/cipher.ts'
import { recordAuditEntry } from './print-room/audit-log.ts'
import type { Typesetter } from './typesetting/typesetter.ts'
import { allPrices } from './letters/prices.ts'
import type { World } from './world.ts'
import { eraseLetters } from './letters/forget.ts'

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
export function wireActions(world: Omit<World, 'typesetter'> & Partial<Pick<World, 'typesetter'>>) {
  const { db, limits, settings, cipher, clock, random, typesetter, openMerger, log } = world
  const { cutOff, closedDays } = settings
  const queueMail: QueueMail = (tx, mail) => putInOutbox({ clock, random }, tx, mail)
  const payments: PaymentsDeps = world
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
    openMerger,
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
