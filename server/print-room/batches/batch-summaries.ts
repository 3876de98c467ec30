import { gramsOf } from '@lacre/letter/content/limits.ts'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { sql } from 'kysely'
import type { Db, Row } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import { bracketOf } from '../jobs/weight.ts'

/** Letters of equal weight: how many, and how far they are. */
type Group = { batch_id: number; sheets: number; letters: number } & Record<
  'printed' | 'enclosed' | 'posted' | 'held',
  number
>

/** What an operator must know of batches, in the order in which they are given. */
export async function summariesOf(db: Db, batches: Row<'print_batch'>[]): Promise<BatchSummary[]> {
  if (!batches.length) return []
  const groups = await groupsOf(
    db,
    batches.map(({ id }) => id),
  )
  return batches.map((batch) =>
    summaryOf(
      batch,
      groups.filter(({ batch_id }) => batch_id === batch.id),
    ),
  )
}

const groupsOf = (db: Db, ids: number[]): Promise<Group[]> => {
  const count = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})::int`
  return db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select((eb) => eb.ref('job.batch_id').$notNull().as('batch_id'))
    .select(['letter.sheets', sql<number>`count(*)::int`.as('letters')])
    .select([
      count(`job.state in ('printed', 'posted')`).as('printed'),
      count(`job.enclosed_at is not null or job.state = 'posted'`).as('enclosed'),
      count(`job.state = 'posted'`).as('posted'),
      count(`job.state <> 'posted' and letter.state not in ('batched', 'printed')`).as('held'),
    ])
    .where('job.batch_id', 'in', ids)
    .where('job.state', '<>', 'void')
    .groupBy(['job.batch_id', 'letter.sheets'])
    .orderBy('letter.sheets')
    .execute()
}

function summaryOf(batch: Row<'print_batch'>, groups: Group[]): BatchSummary {
  const sum = (of: 'letters' | 'printed' | 'enclosed' | 'posted' | 'held') =>
    groups.reduce((total, group) => total + group[of], 0)
  const figures = { printed: sum('printed'), enclosed: sum('enclosed'), posted: sum('posted') }
  const moving = sum('letters') - sum('held')
  const reached = (stage: keyof typeof figures) => moving > 0 && figures[stage] >= moving
  return {
    batch: batchName(batch.id),
    closedAt: batch.closed_at.toISOString(),
    closedBy: batch.closed_by,
    ...weighed(groups),
    ...figures,
    held: sum('held'),
    isMade: batch.pdf_sha256 !== '',
    sha256: batch.pdf_sha256 || null,
    receipt: batch.receipt,
    stage: (['posted', 'enclosed', 'printed'] as const).find(reached) ?? 'closed',
  }
}

/** Totals of letters that are counted by their sheets. */
export function weighed(groups: { sheets: number; letters: number }[]) {
  const brackets = new Map<number, number>()
  let [letters, sheets, tenths] = [0, 0, 0]
  for (const group of groups) {
    const grams = gramsOf(group.sheets)
    letters += group.letters
    sheets += group.letters * group.sheets
    tenths += Math.round(grams * 10) * group.letters
    brackets.set(bracketOf(grams), (brackets.get(bracketOf(grams)) ?? 0) + group.letters)
  }
  return {
    letters,
    sheets,
    grams: tenths / 10,
    brackets: [...brackets].map(([bracket, count]) => ({ bracket, letters: count })),
  }
}
