import { minutes } from '@lacre/letter/duration.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { PaperName } from '@lacre/letter/paper-profile.ts'
import { letterCipher } from '../database/keys/letter-cipher.ts'
import { followUpAccepted } from '../dispatch/follow/follow-up.ts'
import { lookUpUnknown } from '../dispatch/submit/look-up-unknown.ts'
import type { Tx } from '../database/tables.ts'
import { referenceOf } from '../dispatch/submissions/reference.ts'
import type { DispatchDeps } from '../dispatch/deps.ts'
import { submitWaiting } from '../dispatch/submit/submit-waiting.ts'
import { printerWebhookRoute } from '../dispatch/webhook-route.ts'
import { bareApp } from '../http/bare-app.ts'
import { postLetter, returnLetter } from '../letters/steps/post-letter.ts'
import { lockLetter } from '../letters/stored/lock-letter.ts'
import { printableLetter } from '../letters/stored/printable-letter.ts'
import { setUsualPaper } from '../letters/stored/set-usual-paper.ts'
import { takeStep } from '../letters/steps/take-step.ts'
import { queueMail, type Mail } from '../mail/queue-mail.ts'
import { systemRandom } from '../outside/random.ts'
import { handOverJob, markJob, stopJob } from '../print-room/jobs/jobs-at-printer.ts'
import { openPaidLetter } from '../print-room/jobs/open-paid-letter.ts'
import { stagePrintJob } from '../print-room/jobs/stage-print-job.ts'
import { pingenPdf } from './pingen/a-pdf.ts'
import type { PingenStandInOptions } from './pingen/stand-in.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testPingen } from './test-pingen.ts'
import { testSettings } from './test-settings.ts'

/** Monday evening in Madrid: what was paid in the morning left at half past five. */
const evening = '2026-11-23T17:00:00Z'

type Given = { state?: State; pages?: number; pdf?: Buffer; paper?: PaperName; paidAt?: string }

/** The dispatch room with a real database, real letters, and the stand-in of the printer over real HTTP. */
export async function dispatchHouse(
  options: Partial<PingenStandInOptions> = {},
  cutOff: CutOff | 'by-hand' = { hour: 17, minute: 30 },
) {
  const { db } = await testDatabase()
  const clock = testClock(evening)
  const cipher = letterCipher(systemRandom.bytes(32), systemRandom)
  const pingen = await testPingen(clock, options)
  const outbox = { queueMail: (tx: Tx, mail: Mail) => queueMail({ clock, random: systemRandom }, tx, mail) }
  const openLetter = (id: string) => printableLetter({ db, cipher }, id)
  const room: DispatchDeps = {
    db,
    clock,
    printer: pingen.printer,
    paper: 'PINGEN-1',
    cutOff: cutOff === 'by-hand' ? undefined : cutOff,
    takeStep,
    lockLetter,
    openPaidLetter: (letter) => openPaidLetter({ db, openLetter, log: { error: () => {} } }, letter),
    postLetter: (tx, occasion) => postLetter(outbox, tx, occasion),
    returnLetter: (tx, returned) => returnLetter(outbox, tx, returned),
    setUsualPaper,
    jobs: { handOver: handOverJob, mark: markJob, stop: stopJob },
  }
  const accountId = randomUUID()
  await db
    .insertInto('account')
    .values({ id: accountId, email: 'ana@example.org', created_at: clock.now() })
    .execute()
  const app = bareApp({ settings: testSettings(), random: systemRandom })
  printerWebhookRoute(app, room)

  const submit = () => submitWaiting(room, { isPrinting: true })
  const submissionOf = (letterId: string) =>
    db
      .selectFrom('submission')
      .selectAll()
      .where('letter_id', '=', letterId)
      .orderBy('attempt', 'desc')
      .executeTakeFirst()

  return {
    db,
    clock,
    room,
    app,
    pingen,
    submit,
    lookUp: () => lookUpUnknown(room),
    followUp: () => followUpAccepted(room),
    submissionOf,
    /** A letter with real pages, paid on Monday morning and waiting unless said otherwise. Answers its id. */
    async put({
      state = 'paid',
      pages = 1,
      pdf: given,
      paper = 'PINGEN-1',
      paidAt,
    }: Given = {}): Promise<string> {
      const id = randomUUID()
      const pdf = given ?? (await pingenPdf({ pages }))
      const paid = new Date(paidAt ?? '2026-11-23T09:00:00Z')
      const row = {
        id,
        account_id: accountId,
        state,
        fingerprint: systemRandom.bytes(32),
        pages,
        sheets: Math.ceil(pages / 2),
        pdf_sha256: createHash('sha256').update(pdf).digest('hex'),
        price_lines: '[]',
        total_cents: 329,
        currency: 'eur',
        postal_code: '28013',
        paper,
        created_at: paid,
        state_since: paid,
      }
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('letter').values(row).execute()
        const sealed = cipher.seal(id, { addresses: '{}', content: '', pdf })
        await tx
          .insertInto('letter_secret')
          .values({ letter_id: id, ...sealed })
          .execute()
        await stagePrintJob(tx, id, paid)
      })
      return id
    },
    /** The letter as the printer holds it and prints it: given, looked at, and the word said. */
    async accepted(given: Given = {}): Promise<string> {
      const id = await this.put(given)
      await submit()
      for (let look = 0; look < 3; look++) {
        await pingen.standIn.advance()
        clock.pass(minutes(1))
        await lookUpUnknown(room)
        if ((await submissionOf(id))?.state === 'accepted') return id
      }
      throw new Error('not accepted')
    },
    /** What our books say of a letter. */
    async books(letterId: string) {
      const { state } = await db
        .selectFrom('letter')
        .select('state')
        .where('id', '=', letterId)
        .executeTakeFirstOrThrow()
      const jobs = await db
        .selectFrom('print_job')
        .select('state')
        .where('letter_id', '=', letterId)
        .orderBy('attempt')
        .execute()
      const mails = await db
        .selectFrom('mail')
        .select('kind')
        .where('key', '=', letterId)
        .orderBy('kind')
        .execute()
      const submissions = await db
        .selectFrom('submission')
        .select('state')
        .where('letter_id', '=', letterId)
        .orderBy('attempt')
        .execute()
      return {
        letter: state,
        jobs: jobs.map((job) => job.state),
        submissions: submissions.map((submission) => submission.state),
        mails: mails.map(({ kind }) => kind),
      }
    },
    concerns: async () =>
      (await db.selectFrom('concern').select('kind').orderBy('kind').execute()).map(({ kind }) => kind),
    /** What the printer did to a letter of ours: its own ledger, not our books. */
    tray: (letterId: string, attempt = 1) => {
      const reference = referenceOf(letterId, attempt)
      return { created: pingen.count('created', reference), sent: pingen.count('sent', reference) }
    },
  }
}

export type DispatchHouse = Awaited<ReturnType<typeof dispatchHouse>>
