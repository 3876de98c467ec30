import { after, type State } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'
import type { JobOfBatch } from './jobs-table.ts'
import { cause, type PrintRoomDeps } from '../deps.ts'

/** How far the paper of a letter is, as an operator says. A later mark says the earlier ones too. */
export type Mark = 'printed' | 'enclosed' | 'posted'

type MarkedJob = Pick<JobOfBatch, 'id' | 'state' | 'job' | 'enclosedAt'>

export const isMarked = ({ job, enclosedAt }: Pick<MarkedJob, 'job' | 'enclosedAt'>, mark: Mark): boolean =>
  job === 'posted' || { printed: job === 'printed', enclosed: enclosedAt !== null, posted: false }[mark]

/** Not while a person has to look at it first. */
export const isMarkable = ({ state }: Pick<MarkedJob, 'state'>): boolean => after(state, 'post') !== undefined

/** The paper of its batch is not its own: until its new copy is there only it is marked, by itself. */
export const waitsForReprint = ({ job, reason }: Pick<JobOfBatch, 'job' | 'reason'>): boolean =>
  job === 'batched' && reason !== null

const printable: readonly State[] = ['batched', 'printed', 'posted', 'returned']
/** The file of a batch has it, and its list. */
export const isPrintable = ({ state }: Pick<MarkedJob, 'state'>): boolean => printable.includes(state)

/** Letters of a batch are marked together, with their steps and, when posted, their senders' mails. */
export async function setMarks(
  { clock, takeSteps, postLetters }: PrintRoomDeps,
  tx: Tx,
  jobs: MarkedJob[],
  mark: Mark,
): Promise<void> {
  const idsOf = (some: MarkedJob[]) => some.map(({ id }) => id)
  const letterIds = idsOf(jobs)
  if (!letterIds.length) return
  const now = clock.now()
  const unprinted = idsOf(jobs.filter(({ state }) => after(state, 'print')))
  if (mark === 'posted') await postLetters(tx, { letterIds, cause, now })
  else if (unprinted.length) await takeSteps(tx, { letterIds: unprinted, step: 'print', cause, now })
  const first = (column: string) => sql<Date>`coalesce(${sql.ref(column)}, ${now})`
  await tx
    .updateTable('print_job')
    .set({
      state: mark === 'posted' ? 'posted' : 'printed',
      printed_at: first('printed_at'),
      ...(mark !== 'printed' && { enclosed_at: first('enclosed_at') }),
      ...(mark === 'posted' && { posted_at: now }),
    })
    .where('letter_id', 'in', letterIds)
    .where('state', '<>', 'void')
    .execute()
}
