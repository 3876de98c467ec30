import { minutes } from '@lacre/letter/duration.ts'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import { letterCipher } from '../database/keys/letter-cipher.ts'
import { followUpAccepted } from '../dispatch/follow/follow-up.ts'
import { lookUpUnknown } from '../dispatch/submit/look-up-unknown.ts'
import type { Tx } from '../database/tables.ts'
import { referenceOf } from '../dispatch/submissions/reference.ts'
import type { DispatchDeps } from '../dispatch/deps.ts'
import { submitWaiting } from '../dispatch/submit/submit-waiting.ts'
import { printerWebhookRoute } from '../dispatch/webhook-route.ts'
import { bareApp } from '../http/bare-app.ts'
import { postLetters, returnLetter } from '../letters/steps/post-letters.ts'
import { lockLetter } from '../letters/stored/lock-letter.ts'
import { printableLetter } from '../letters/stored/printable-letter.ts'
import { setUsualPaper } from '../letters/stored/set-usual-paper.ts'
import { takeStep } from '../letters/steps/take-step.ts'
import { queueMail, type Mail } from '../mail/queue-mail.ts'
import { paidTogether } from '../payments/table/paid-together.ts'
import { systemRandom } from '../outside/random.ts'
import { handOverJob, markJob, stopJob } from '../print-room/jobs/jobs-at-printer.ts'
import { openPaidLetter } from '../print-room/jobs/open-paid-letter.ts'
import { stagePrintJob } from '../print-room/jobs/stage-print-job.ts'
import { booksOf } from './books.ts'
import { pingenPdf } from './pingen/a-pdf.ts'
import type { PingenStandInOptions } from './pingen/stand-in.ts'
import { plantAccount, plantLetter, type Planted } from './plant.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testPingen } from './test-pingen.ts'
import { testSettings } from './test-settings.ts'

/** Monday evening in Madrid: what was paid in the morning left at half past five. */
const evening = '2026-11-23T17:00:00Z'

type Given = Planted & { pdf?: Buffer; paidAt?: string }

/** The dispatch module with a real database, real letters, and the stand-in of the printer over real HTTP. */
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
    closedDays: [],
    takeStep,
    lockLetter,
    openPaidLetter: (letter) =>
      openPaidLetter(
        {
          db,
          openLetter,
          becomesPaper: (_db, ids) => Promise.resolve(new Set(ids)),
          log: { error: () => {} },
        },
        letter,
      ),
    postLetters: (tx, posted) => postLetters({ ...outbox, closedDays: [], paidTogether }, tx, posted),
    returnLetter: (tx, returned) => returnLetter(outbox, tx, returned),
    setUsualPaper,
    jobs: { handOver: handOverJob, mark: markJob, stop: stopJob },
  }
  const account_id = await plantAccount(db, { email: 'ana@example.org' })
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
    async put({ pdf: given, paidAt = '2026-11-23T09:00:00Z', ...row }: Given = {}): Promise<string> {
      const pdf = given ?? (await pingenPdf({ pages: row.pages ?? 1 }))
      const paid = new Date(paidAt)
      const letter = {
        account_id,
        paper: 'PINGEN-1',
        created_at: paid,
        ...row,
        open: { cipher, pdf },
      } as const
      return db.transaction().execute(async (tx) => {
        const id = await plantLetter(tx, letter)
        await stagePrintJob(tx, id, paid)
        return id
      })
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
    /** Minutes until the next try at it, after each of so many turns, each taken at its time. */
    async waits(letterId: string, turns: number, turn: () => Promise<unknown>): Promise<number[]> {
      const found: number[] = []
      for (let left = turns; left > 0; left--) {
        clock.set((await submissionOf(letterId))!.next_at.toISOString())
        await turn()
        const { next_at } = (await submissionOf(letterId))!
        found.push((next_at.getTime() - clock.now().getTime()) / minutes(1))
      }
      return found
    },
    /** What our books say of a letter. */
    async books(letterId: string) {
      const submissions = await db
        .selectFrom('submission')
        .select('state')
        .where('letter_id', '=', letterId)
        .orderBy('attempt')
        .execute()
      return { ...(await booksOf(db, letterId)), submissions: submissions.map(({ state }) => state) }
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
