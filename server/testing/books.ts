import type { Db } from '../database/tables.ts'
import { stageOf } from '../letters/print-jobs.ts'

/** What our books say of a letter: its state, its print jobs, the mails about it. */
export async function booksOf(db: Db, letterId: string) {
  const letter = db.selectFrom('letter').select('state').where('id', '=', letterId)
  const jobs = db.selectFrom('print_job').selectAll().where('letter_id', '=', letterId).orderBy('attempt')
  const mails = db.selectFrom('mail').select('kind').where('key', '=', letterId).orderBy('kind')
  return {
    letter: (await letter.executeTakeFirstOrThrow()).state,
    jobs: (await jobs.execute()).map(stageOf),
    mails: (await mails.execute()).map(({ kind }) => kind),
  }
}
