import { createHash } from 'node:crypto'
import * as calls from '@lacre/letter/print-room/calls.ts'
import {
  closeBatchQuery,
  closedBatch,
  type BatchDetail,
  type BatchPage,
  type BatchSummary,
  type PrintRoomOverview,
} from '@lacre/letter/print-room/calls.ts'
import { batchId, batchName, newestBatchesShown } from '@lacre/letter/print-room/names.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/streams.ts'
import { batchList, type MadeBatch, makeBatch, recordDownload } from './batch-pdf.ts'
import { recordAlone } from './audit-log.ts'
import { call, fileName, refusal, auditReason, type ConsoleDeps } from './call.ts'
import { closeWaiting } from './close-batch.ts'
import { markBatch, isMarkable } from './mark-batch.ts'
import { type Mark, jobsOfBatch, waitingLetters } from '../letters/print-jobs.ts'
import { MergingFailed } from './merge.ts'
import { requireOperator } from './require-operator.ts'
import { provinceOf } from '@lacre/letter/address/address.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { type ClosedDays, type Day, dueOn, leavesOn, madridDay, nextCutOff } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { isForLater } from '../database/queries.ts'
import type { Db, Row } from '../database/tables.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { bracketOf } from './locked-letter.ts'
import type { World } from '../world.ts'

const markings = [
  ['printed', 'markBatchPrinted', 'Marca una tanda impresa'],
  ['enclosed', 'markBatchEnclosed', 'Marca una tanda ensobrada'],
  ['posted', 'markBatchPosted', 'Marca una tanda enviada'],
] as const satisfies [mark: Mark, operationId: string, summary: string][]

/** Waiting letters, and batches: closing, reading, marking. */
export function batchRoutes(app: App, deps: ConsoleDeps): void {
  const { db } = deps

  const first = {
    ...call('readOverview', 'Lo que espera y lo último cerrado'),
    response: { 200: calls.printRoomOverview },
  }
  app.get('/print-room/overview', { schema: first }, async (request) => {
    const operator = await requireOperator(deps, request)
    return await overview(deps, operator)
  })

  const closing = {
    ...call('closeBatch', 'Cierra una tanda con lo que espera'),
    querystring: closeBatchQuery,
    response: { 201: closedBatch },
  }
  app.post('/print-room/batches', { schema: closing }, async (request, reply) => {
    const { name } = await requireOperator(deps, request)
    const { until } = request.query
    const closed = await closeWaiting(deps, { by: name, ...(until && { until: new Date(until) }) })
    if (closed === 'nothing-waiting') throw refusal(closed)
    const batch = (await findSummary(db, closed.id))!
    return reply.code(201).send({ batch, left: closed.left, until: closed.until.toISOString() })
  })

  const listing = {
    ...call('listBatches', 'Las tandas, las últimas primero'),
    querystring: calls.batchPageQuery,
    response: { 200: calls.batchPage },
  }
  app.get('/print-room/batches', { schema: listing }, async (request) => {
    await requireOperator(deps, request)
    return await listBatches(db, request.query.before)
  })

  const one = { params: calls.batchParams }
  const detail = { ...one, ...call('readBatch', 'Una tanda'), response: { 200: calls.batchDetail } }
  app.get('/print-room/batches/:batch', { schema: detail }, async (request) => {
    await requireOperator(deps, request)
    const batch = await batchDetail(db, idOf(request.params.batch))
    if (batch === 'unknown-batch') throw refusal(batch)
    return batch
  })

  for (const [mark, operationId, summary] of markings) {
    const marking = {
      ...one,
      ...call(operationId, summary),
      body: calls.markPostedBody,
      response: { 200: calls.marked },
    }
    app.post(`/print-room/batches/:batch/${mark}`, { schema: marking }, async (request) => {
      const { name } = await requireOperator(deps, request)
      const receipt = mark === 'posted' ? request.body.receipt : undefined
      const marked = await markBatch(deps, { id: idOf(request.params.batch), mark, by: name, receipt })
      if (typeof marked === 'string') throw refusal(marked)
      return marked
    })
  }
}

/** The schema admits batch names only. */
const idOf = (name: string): number => batchId(name) ?? 0

const pdf = 'application/pdf'
const csv = 'text/csv; charset=utf-8'

/** The two files of a batch, made from stored bytes each time. Each download gets an audit entry. */
export function batchFileRoutes(app: App, deps: ConsoleDeps): void {
  const downloading = { params: calls.batchParams, body: calls.downloadBody }

  const file = {
    ...downloading,
    response: { 200: fileOf(pdf) },
    ...call('downloadBatchPdf', 'El PDF de una tanda, para imprimir a doble cara'),
  }
  app.post('/print-room/batches/:batch/pdf', { schema: file }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const by = { by: name, why: auditReason(request.body) }
    const made = await makeAndRecord(idOf(request.params.batch), request.log, by)
    void reply.header('lacre-stopped', String(made.stopped.length))
    return attachment(reply, pdf, fileName(made.batch, name, 'pdf')).send(made.pdf)
  })

  const list = {
    ...downloading,
    response: { 200: fileOf(csv) },
    ...call('downloadBatchList', 'La lista de una tanda, para una hoja de cálculo'),
  }
  app.post('/print-room/batches/:batch/csv', { schema: list }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const listed = await batchList(deps.db, idOf(request.params.batch))
    if (typeof listed === 'string') throw refusal(listed)
    const note = `${auditReason(request.body)} · ${createHash('sha256').update(listed.csv).digest('hex')}`
    await recordAlone(deps, { by: name, action: 'download-list', subject: listed.batch, note })
    return attachment(reply, csv, fileName(listed.batch, name, 'csv')).send(listed.csv)
  })

  /** Repeats as long as a letter leaves the batch meanwhile. */
  async function makeAndRecord(
    id: number,
    log: FastifyBaseLogger,
    by: { by: string; why: string },
  ): Promise<MadeBatch> {
    const made = await makeBatch(deps, id).catch((error: unknown) => {
      if (!(error instanceof MergingFailed)) throw error
      log.error(error)
      throw refusal('merging-failed')
    })
    if (made === 'unknown-batch') throw refusal(made)
    if (!made.letters) throw refusal('nothing-to-print')
    return (await recordDownload(deps, made, by)) === 'changed' ? makeAndRecord(id, log, by) : made
  }
}

const page = 30

async function newestBatches(db: Db, count: number, before?: number): Promise<BatchSummary[]> {
  const batches = await db
    .selectFrom('batch_progress')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return batches.map(summaryOf)
}

async function findSummary(db: Db, id: number): Promise<BatchSummary | undefined> {
  const batch = await db.selectFrom('batch_progress').selectAll().where('id', '=', id).executeTakeFirst()
  return batch && summaryOf(batch)
}

/** `before`: a batch's name; lists those closed earlier. */
export async function listBatches(db: Db, before: string | undefined): Promise<BatchPage> {
  const batches = await newestBatches(db, page + 1, before === undefined ? undefined : batchId(before))
  const shown = batches.slice(0, page)
  return { batches: shown, next: batches.length > page ? (shown.at(-1)?.batch ?? null) : null }
}

async function batchDetail(db: Db, id: number): Promise<BatchDetail | 'unknown-batch'> {
  const summary = await findSummary(db, id)
  if (!summary) return 'unknown-batch'
  const letters = await jobsOfBatch(db, id)
  return {
    ...summary,
    letters: letters.map((letter) => ({
      id: letter.id,
      place: letter.place,
      sheets: letter.sheets,
      pages: letter.pages,
      postalCode: letter.postalCode,
      province: provinceOf(letter.postalCode ?? '') ?? null,
      state: letter.state,
      attempt: letter.attempt,
      printedAt: letter.printedAt?.toISOString() ?? null,
      enclosedAt: letter.enclosedAt?.toISOString() ?? null,
      postedAt: letter.postedAt?.toISOString() ?? null,
      isHeld: letter.postedAt === null && !isMarkable(letter),
    })),
  }
}

function summaryOf(batch: Row<'batch_progress'>): BatchSummary {
  const { letters, printed, enclosed, posted, held, reprinted } = batch
  const figures = { printed, enclosed, posted }
  const moving = letters - held - reprinted
  const reached = (stage: keyof typeof figures) => moving > 0 && figures[stage] >= moving
  return {
    batch: batchName(batch.id),
    closedAt: batch.closed_at.toISOString(),
    closedBy: batch.closed_by,
    ...weighed(batch),
    ...figures,
    held,
    reprinted,
    isMade: batch.pdf_sha256 !== '',
    sha256: batch.pdf_sha256 || null,
    receipt: batch.receipt,
    stage: (['posted', 'enclosed', 'printed'] as const).find(reached) ?? 'closed',
  }
}

/** A letter has one sheet or two (design/sending.md#printable), so both sums give the number of each. */
function weighed({ letters, sheets }: { letters: number; sheets: number }) {
  const groups = [
    { letters: 2 * letters - sheets, grams: gramsOf(1) },
    { letters: sheets - letters, grams: gramsOf(2) },
  ].filter((group) => group.letters > 0)
  const brackets = new Map<number, number>()
  for (const { grams, letters: count } of groups)
    brackets.set(bracketOf(grams), (brackets.get(bracketOf(grams)) ?? 0) + count)
  return {
    letters,
    sheets,
    grams: Math.round(groups.reduce((sum, group) => sum + group.letters * group.grams, 0) * 10) / 10,
    brackets: [...brackets].map(([bracket, count]) => ({ bracket, letters: count })),
  }
}

/** The first page of the console: waiting letters, the latest batches, and counts of issues. */
export async function overview(
  { db, clock, cutOff, closedDays }: Pick<World, 'db' | 'clock' | 'cutOff' | 'closedDays'>,
  { name, isSupervisor }: ActingOperator,
): Promise<PrintRoomOverview> {
  const now = clock.now()
  const due = dueOn(madridDay(now), closedDays)
  const waiting = await waitingLetters(db, due)
    .select(sql<number>`count(*)::int`.as('letters'))
    .select(sql<number>`coalesce(sum(letter.sheets), 0)::int`.as('sheets'))
    .select(sql<Date | null>`min(job.created_at)`.as('oldest'))
    .executeTakeFirstOrThrow()
  return {
    operator: { name, isSupervisor },
    waiting: { ...weighed(waiting), oldest: waiting.oldest?.toISOString() ?? null },
    later: await countLater(db, due, closedDays),
    nextCutOff: cutOff ? nextCutOff(now, cutOff).toISOString() : null,
    now: now.toISOString(),
    newest: await newestBatches(db, newestBatchesShown),
    ...(await countTroubles(db)),
  }
}

/** By posting day, earliest first. Every paid letter has a waiting job, so jobs are not read. */
async function countLater(db: Db, due: Day, closed: ClosedDays): Promise<PrintRoomOverview['later']> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => eb.ref('post_on').$notNull().as('chosen'))
    .select(sql<number>`count(*)::int`.as('letters'))
    .where('state', '=', 'paid')
    .where(isForLater(due))
    .groupBy('post_on')
    .orderBy('post_on')
    .execute()
  const byDay = new Map<Day, number>()
  for (const { chosen, letters } of rows) {
    const day = leavesOn(chosen, closed)
    byDay.set(day, (byDay.get(day) ?? 0) + letters)
  }
  return [...byDay].map(([day, letters]) => ({ day, letters }))
}

async function countTroubles(db: Db): Promise<{ needsPerson: number; issues: number }> {
  const { rows } = await sql<{ needsPerson: number; issues: number }>`
    select
      (select count(*)::int from letter where state = 'needs-person') as "needsPerson",
      (select count(*)::int from issue where settled_at is null) as issues`.execute(db)
  return rows[0] ?? { needsPerson: 0, issues: 0 }
}
