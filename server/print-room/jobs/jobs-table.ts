import type { State } from '@lacre/letter/journey.ts'
import type { Db, Row, Tx } from '../../database/tables.ts'

/** A letter of a batch, and how far its paper has come. */
export type JobOfBatch = {
  id: string
  state: State
  pages: number
  sheets: number
  postalCode: string | null
  sha256: string
  place: number
  attempt: number
  job: Row<'print_job'>['state']
  printedAt: Date | null
  enclosedAt: Date | null
  postedAt: Date | null
  /** Why it is printed again; null where it is of the batch's own paper. */
  reason: string | null
}

/** The living jobs of a batch, in their order. */
export const jobsOfBatch = (db: Db | Tx, batchId: number): Promise<JobOfBatch[]> =>
  db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select([
      'letter.id',
      'letter.state',
      'letter.pages',
      'letter.sheets',
      'letter.postal_code as postalCode',
      'letter.pdf_sha256 as sha256',
      'job.attempt',
      'job.state as job',
      'job.printed_at as printedAt',
      'job.enclosed_at as enclosedAt',
      'job.posted_at as postedAt',
      'job.reason',
    ])
    .select((eb) => eb.ref('job.place').$notNull().as('place'))
    .where('job.batch_id', '=', batchId)
    .where('job.state', '<>', 'void')
    .orderBy('job.place')
    .execute()

export const findBatch = (db: Db | Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  db.selectFrom('print_batch').selectAll().where('id', '=', id).executeTakeFirst()

/** The batch first, then its letters: two locks taken in two orders wait for each other. */
export const lockBatch = (tx: Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  tx.selectFrom('print_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const livingJob = (db: Db | Tx, letterId: string): Promise<Row<'print_job'> | undefined> =>
  db
    .selectFrom('print_job')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', '<>', 'void')
    .executeTakeFirst()
