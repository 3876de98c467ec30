import { createPayments } from './payments/payments.ts'
import { stagePrintJob } from './print-room/stage-print-job.ts'
import { voidPrintJob } from './print-room/void-print-job.ts'
import { openPaidLetter } from './print-room/open-paid-letter.ts'
import { mergeLetters } from './print-room/merge-letters.ts'
import type { PrintRoom } from './print-room/room.ts'
import type { Erasers } from './accounts/erase-account.ts'
import type { ExportParts } from './accounts/export-account.ts'
import type { DispatchRoom } from './dispatch/room.ts'
import { exportDrafts } from './drafts/export-drafts.ts'
import { eraseDrafts } from './drafts/forget-drafts.ts'
import { createLimits } from './http/limits.ts'
import { closeUnpaid, eraseLetters } from './letters/erase-letters.ts'
import { exportLetters } from './letters/export-letters.ts'
import { createPostLetter, createReturnLetter } from './letters/post-letter.ts'
import { printableLetter } from './letters/printable-letter.ts'
import { takeStep } from './letters/take-step.ts'
import { forgetRecipient } from './mail/forget-recipient.ts'
import { createQueueMail } from './mail/queue-mail.ts'
import { recordAct } from './operators/record-act.ts'
import type { World } from './world.ts'

/** The deeds that rooms hand to each other, wired once: for the calls, for the workers and for the command line. */
export function wireDeeds(world: Omit<World, 'typesetter'>) {
  const { settings, database, cipher, cards, clock, chance, printer } = world
  const { db } = database
  const { cutOff } = settings
  const limits = createLimits(database.pool)
  const queueMail = createQueueMail({ clock, chance })
  const payments = createPayments(
    { db, cards, clock, chance, cutOff, takeStep, stagePrintJob, voidPrintJob, queueMail },
    { limits, requireVerifiedEmail: settings.requireVerifiedEmail },
  )
  const openLetter = (letterId: string) => printableLetter({ db, cipher }, letterId)
  const printRoom: PrintRoom = {
    db,
    clock,
    takeStep,
    openLetter,
    openMerger: mergeLetters,
    postLetter: createPostLetter({ queueMail }),
    recordAct,
  }
  const dispatch: DispatchRoom | undefined = printer && {
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
  const { cancelIntentOf, requestRefund } = payments
  const cancelling = { db, clock, queueMail, cancelIntentOf, requestRefund, voidPrintJob }
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
  return { limits, queueMail, payments, printRoom, dispatch, erasers, exportParts }
}

export type Deeds = ReturnType<typeof wireDeeds>
