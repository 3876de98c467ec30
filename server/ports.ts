import type { Address } from '@lacre/letter/address/address.ts'
import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import type { Step } from '@lacre/letter/journey.ts'
import type { PriceRow } from '@lacre/letter/price/price.ts'
import type { RefundState } from '@lacre/letter/price/payment-states.ts'
import type { AuditAction } from '@lacre/letter/print-room/reasons.ts'
import type { Db, Row, Tx } from './database/tables.ts'

/*
 * What a module does for others: the types of the functions that `actions.ts` hands from its owner to whoever needs it
 * (design.md#modules-import-downwards). Types only; each is carried out by the module named above it.
 */

/** Accounts: the one whose mailbox is proven; others may claim the address. `written`: as somebody typed it. */
export type VerifiedAccount = (db: Db | Tx, written: string) => Promise<{ id: string } | undefined>

/** Accounts: nobody signs in to it from then on, and its sessions end; null lets them in again. False: it was so. */
export type SetDisabled = (tx: Tx, accountId: string, at: Date | null) => Promise<boolean>

/** Accounts: the link that proves its address, once more. False: there is nothing to prove. @throws Failure 429 */
export type SendVerification = (accountId: string) => Promise<boolean>

/** Accounts: ends all sessions of the account. */
export type EndSessions = (tx: Tx, accountId: string) => Promise<void>

/** Operators: whether the account may enter the print room. */
export type IsOperator = (tx: Tx, accountId: string) => Promise<boolean>

/** A step of a letter. `cause` says who or what took it, and names nobody: 'sender', 'operator', a job. */
export type Transition = { letterId: string; step: Step; cause: string; now: Date }
/** A transition without its step, which the function's name gives. */
export type StepContext = Omit<Transition, 'step'>

/** Letters: locks the letter, checks the journey, writes the step. @throws StepNotAllowed */
export type TakeStep = (tx: Tx, transition: Transition) => Promise<void>

/** As a step context, of several letters: of all, or of none. */
export type SharedStepContext = Omit<StepContext, 'letterId'> & { letterIds: string[] }

/** Letters: the same step of several letters. @throws StepNotAllowed */
export type TakeSteps = (tx: Tx, transition: SharedStepContext & { step: Step }) => Promise<void>

/**
 * Letters: locked until the transaction ends, before whatever belongs to it (design.md#lock-order).
 * Undefined: there is no such letter; `letterId` may be any text.
 */
export type LockLetter = (tx: Tx, letterId: string) => Promise<Row<'letter'> | undefined>

/** Letters: several at once, in the order of their ids. Those there are. */
export type LockLetters = (tx: Tx, letterIds: string[]) => Promise<Row<'letter'>[]>

/**
 * Letters: they were handed to the post, and their senders get a mail for each order, in one transaction. Of none that
 * was posted before. @throws StepNotAllowed
 */
export type PostLetters = (tx: Tx, context: SharedStepContext) => Promise<void>

/** Letters: the post brought it back, and its sender gets a mail that says why. @throws StepNotAllowed */
export type ReturnLetter = (tx: Tx, returned: StepContext & { reason: string }) => Promise<void>

/** Print room: a waiting print job for each of these letters; once. */
export type StagePrintJobs = (tx: Tx, letterIds: string[], now: Date) => Promise<void>

/** Print room: the waiting print job goes; a letter that is in a batch keeps its job. */
export type VoidPrintJob = (tx: Tx, letterId: string) => Promise<void>

/**
 * Payments: takes the means to pay a letter away. 'cancelled': it can no longer be paid. 'paid': it was, and its state
 * says so by now. 'unknown': the provider gave no answer. Outside any transaction: it asks the provider.
 */
export type CancelIntentOf = (letterId: string) => Promise<'cancelled' | 'paid' | 'unknown'>

/** Why money goes back: a word for programs, kept with the refund. */
export type RefundRequest = { letterId: string; reason: string }

/** Payments: stages giving all back that was taken, in the transaction that cancels; carried out after the commit. Answers the cents. */
export type RequestRefund = (tx: Tx, request: RefundRequest) => Promise<number>

/** What was asked back and has not arrived. */
export type WaitingRefund = { letterId: string; cents: number; state: RefundState; since: Date }

/** Payments: what we owe for a letter, whose refund waits, is asked for again now. Answers how many cents. */
export type RetryOwedRefund = (tx: Tx, letterId: string) => Promise<number>

/**
 * What the payments' records say of a letter's money. `disputed`: a bank decides; `lost`: it has given the money back.
 * `partly-refunded` is no payment of the whole. `refund-failed`: it was asked back, and the provider gave that up.
 */
export type Money =
  'paid' | 'disputed' | 'lost' | 'partly-refunded' | 'refund-asked' | 'refund-failed' | 'none'

/**
 * Payments: these letters by the orders they were paid in, as a message names them: the first, and the others as JSON.
 * What nobody has paid stands alone.
 */
export type PaidTogether = (tx: Tx, letterIds: string[]) => Promise<{ letterId: string; others?: string }[]>

/** Payments: which of these letters have money of the kind that is printed here: test money is not. */
export type BecomesPaper = (db: Db | Tx, letterIds: string[]) => Promise<Set<string>>

/** Payments: in the transaction that acts on it; the payment stays locked until its end. */
export type MoneyOf = (tx: Tx, letterId: string) => Promise<Money>

/**
 * Payments: asks the card provider about a letter's payment and books the answer, outside any transaction. 'in-sync': our
 * records agree with the provider's now. 'differs': it is about another sum, letter or hash. 'unknown': no answer.
 */
export type LookAtMoney = (letterId: string) => Promise<'in-sync' | 'differs' | 'unknown'>

/**
 * Payments: a person has seen to a payment that could not be read. One that the card provider still does not know is closed.
 * Outside any transaction. 'done': closed, or there was nothing to close. 'unknown': no answer.
 */
export type CloseUnknownIntent = (letterId: string) => Promise<'done' | 'unknown'>

/** Payments: the receipt of a letter that a person has found to be paid. */
export type QueueReceiptOf = (tx: Tx, letterId: string) => Promise<void>

/** Payments: what the invoices of a payment come to by now. */
export type NoteInvoiced = (tx: Tx, paymentId: string, cents: number) => Promise<void>

/** Letters: what this account may do with a letter; undefined: nothing. */
export type FindAccess = (accountId: string, letterId: string) => Promise<LetterAccess | undefined>

/** `by`: the name it is done under. `note`: what else one must know; never a name, a street or a letter's words. */
type AuditEntry = { by: string; action: AuditAction; subject: string; note?: string; now: Date }

/** Operators: writes down what somebody did, as the last thing of the transaction that does it. */
export type RecordAuditEntry = (tx: Tx, entry: AuditEntry) => Promise<void>

/** Prices: every dated row, as it stands now. */
export type AllPrices = () => Promise<PriceRow[]>

/** Letters: cancels what is not paid, so that nobody can pay it any more. 'paid': the money of one was faster. */
export type CloseUnpaid = (account: { accountId: string }) => Promise<'closed' | 'paid' | 'payment-unknown'>

/** Why a letter's words cannot be destroyed yet: somebody still has to print them, or to give money back for them. */
export type StillNeeded = 'unpaid' | 'paid' | 'in-print' | 'in-doubt'

/** Letters: destroys the keys of all letters of these accounts; nothing, when one of them is still needed. */
export type EraseLetters = (tx: Tx, accountIds: string[]) => Promise<'erased' | StillNeeded>

/** Drafts: everything a person was writing. */
export type EraseDrafts = (tx: Tx, accountId: string) => Promise<void>

/** Whose messages: all to the address, or only those about these letters and links when others share it. */
export type Forgotten = { email: string; only?: string[] | undefined }

/** Address book: all of it. */
export type EraseBook = (tx: Tx, accountId: string) => Promise<void>

/** Letters: to whom an account's paid letters go, as far as they are not forgotten. */
export type SentRecipients = (accountId: string) => Promise<Address[]>

/** Mail: takes an address out of the outbox. */
export type ForgetRecipient = (tx: Tx, forgotten: Forgotten) => Promise<void>

/**
 * Operators: whoever is one is none any more. What it answers writes that down, as the last thing of the transaction.
 */
export type ForgetOperator = (tx: Tx, accountId: string) => Promise<() => Promise<void>>

/** A file of somebody's export; `at` is its date. */
export type ExportedFile = { name: string; bytes: Uint8Array; at: Date }

/** Drafts and address book: all that lost claims on an address have in them. */
export type EraseContents = (tx: Tx, accountIds: string[]) => Promise<void>

/** Letters: how many of an account's were paid, and when the last one was. */
export type LetterFigures = (
  accountId: string,
) => Promise<{ lettersWritten: number; lastLetterAt: Date | null }>

/** What a command prints; `trouble` ends it with an error code. */
export type CommandResult = { says: string; trouble: boolean }
