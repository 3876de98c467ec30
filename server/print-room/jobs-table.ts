import type { State } from '@lacre/letter/journey.ts'
import type { Db, Row, Tx } from '../database/tables.ts'

/** A letter of a batch, and how far its paper has come. */
export type JobOfBatch = {
  id: string
  state: State
  pages: number
  sheets: number
  postalCode: string | null
  sha256: string
  place: number
  job: Row<'print_job'>['state']
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
      'job.state as job',
    ])
    .select((eb) => eb.ref('job.place').$notNull().as('place'))
    .where('job.batch_id', '=', batchId)
    .where('job.state', '<>', 'void')
    .orderBy('job.place')
    .execute()

export const findBatch = (db: Db | Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  db.selectFrom('print_batch').selectAll().where('id', '=', id).executeTakeFirst()
