import { gramsOf } from '@lacre/letter/content/limits.ts'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { sql } from 'kysely'
import type { Db, Row } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { bracketOf } from '../jobs/weight.ts'

/** Of a batch: letters that are not posted yet, and how far they are. */
type Open = Record<'letters' | 'printed' | 'enclosed' | 'held' | 'reprinted', number>
const none: Open = { letters: 0, printed: 0, enclosed: 0, held: 0, reprinted: 0 }

/** What an operator must know of batches, in the order in which they are given. */
export async function summariesOf(db: Db, batches: Row<'print_batch'>[]): Promise<BatchSummary[]> {
  if (!batches.length) return []
  const open = await openOf(
    db,
    batches.map(({ id }) => id),
  )
  return batches.map((batch) => summaryOf(batch, open.get(batch.id) ?? none))
}

/** Only what is not posted is counted, by an index of its own; how many there are in all is kept on the batch. */
async function openOf(db: Db, ids: number[]): Promise<Map<number, Open>> {
  const needPerson = `(select id from letter where state = 'needs-person')`
  const count = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})::int`
  const rows = await db
    .selectFrom('print_job as job')
    .select((eb) => eb.ref('job.batch_id').$notNull().as('batch_id'))
    .select([
      count('true').as('letters'),
      count(`job.state = 'printed'`).as('printed'),
      count('job.enclosed_at is not null').as('enclosed'),
      // Few need a person: read once, not each letter of the batches.
      count(`job.letter_id in ${needPerson}`).as('held'),
      count(`job.state = 'batched' and job.reason is not null and job.letter_id not in ${needPerson}`).as(
        'reprinted',
      ),
    ])
    .where('job.batch_id', 'in', ids)
    .where('job.state', 'in', ['batched', 'printed'])
    .groupBy('job.batch_id')
    .execute()
  return new Map(rows.map(({ batch_id, ...open }) => [batch_id, open]))
}

function summaryOf(batch: Row<'print_batch'>, open: Open): BatchSummary {
  const posted = batch.letters - open.letters
  const figures = { printed: posted + open.printed, enclosed: posted + open.enclosed, posted }
  const moving = batch.letters - open.held - open.reprinted
  const reached = (stage: keyof typeof figures) => moving > 0 && figures[stage] >= moving
  return {
    batch: batchName(batch.id),
    closedAt: batch.closed_at.toISOString(),
    closedBy: batch.closed_by,
    ...weighed(bySheets(batch)),
    ...figures,
    held: open.held,
    reprinted: open.reprinted,
    isMade: batch.pdf_sha256 !== '',
    sha256: batch.pdf_sha256 || null,
    receipt: batch.receipt,
    stage: (['posted', 'enclosed', 'printed'] as const).find(reached) ?? 'closed',
  }
}

/** A letter has one sheet or two (design.md#printable), so both sums say how many of each there are. */
const bySheets = ({ letters, sheets }: Row<'print_batch'>) =>
  [
    { sheets: 1, letters: 2 * letters - sheets },
    { sheets: 2, letters: sheets - letters },
  ].filter((group) => group.letters > 0)

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
