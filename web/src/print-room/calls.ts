import type {
  BatchDetail,
  BatchPage,
  BatchSummary,
  ClosedBatch,
  DownloadBody,
  EncloseBody,
  FoundLetters,
  LetterCard,
  Marked,
  MarkPostedBody,
  NeedsPerson,
  PrintRoomOverview,
  ReprintBody,
  ReturnedBody,
  Scanned,
  Settled,
} from '@lacre/letter/print-room/calls.ts'
import type {
  Acts,
  Customer,
  DatedPrices,
  FiguresOfDay,
  FoundCustomers,
} from '@lacre/letter/print-room/console-calls.ts'
import type { Answer } from '../api.ts'
import { askWithFactor as ask } from './factor-gate.ts'

const base = '/print-room'
/** Merging a batch of hundreds of letters takes long. */
const longLimitMs = 5 * 60_000

const get = <T>(path: string) => ask<T>({ method: 'GET', path: base + path, bearer: true })
const post = <T>(path: string, body: unknown = {}) => ask<T>({ path: base + path, body, bearer: true })
const letterPath = (id: string) => `/letters/${encodeURIComponent(id)}`
const batchPath = (name: string) => `/batches/${encodeURIComponent(name)}`

/** A file with its server-side name; `stopped`: letters left out of it for review. */
export type NamedFile = { file: Blob; name: string; stopped: number }

async function readFile(response: Response): Promise<NamedFile> {
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const stopped = Number(response.headers.get('lacre-stopped') ?? 0)
  return { file: await response.blob(), name: name ?? 'imprenta', stopped }
}
const file = (path: string, body: DownloadBody) =>
  ask<NamedFile>({ path: base + path, body, bearer: true, limitMs: longLimitMs }, readFile)

export const readOverview = () => get<PrintRoomOverview>('/overview')
/** `until`: from the previous call, if it left letters. */
export const closeBatch = (until?: string) =>
  post<ClosedBatch>(`/batches${until === undefined ? '' : `?until=${encodeURIComponent(until)}`}`)
export const readBatches = (before: string) => get<BatchPage>(`/batches?before=${encodeURIComponent(before)}`)
export const readBatch = (name: string) => get<BatchDetail>(batchPath(name))
export const batchList = (name: string, why: DownloadBody) => file(`${batchPath(name)}/csv`, why)
const notWhole = 'El archivo no ha llegado entero. Descárguelo otra vez: es siempre el mismo.'
/** Idempotent (always the same bytes), so a lost answer only needs a retry. */
export async function batchPdf(name: string, why: DownloadBody): Promise<Answer<NamedFile>> {
  const answer = await file(`${batchPath(name)}/pdf`, why)
  return !answer.ok && answer.status === 0 ? { ...answer, detail: notWhole } : answer
}
export const markBatch = (name: string, mark: 'printed' | 'enclosed') =>
  post<Marked>(`${batchPath(name)}/${mark}`)
export const postBatch = (name: string, body: MarkPostedBody) =>
  post<Marked>(`${batchPath(name)}/posted`, body)

export const scanCode = (code: string) => post<Scanned>('/scan', { code })
export const findLetters = (find: string) => get<FoundLetters>(`/letters?find=${encodeURIComponent(find)}`)
export const readCard = (id: string) => get<LetterCard>(letterPath(id))
export const cardFile = (id: string, why: DownloadBody) => file(`${letterPath(id)}/pdf`, why)
export const markCard = (id: string, mark: 'printed' | 'posted') =>
  post<LetterCard>(`${letterPath(id)}/${mark}`)
export const encloseCard = (id: string, body: EncloseBody) =>
  post<LetterCard>(`${letterPath(id)}/enclosed`, body)
export const reprintCard = (id: string, body: ReprintBody) =>
  post<LetterCard>(`${letterPath(id)}/reprint`, body)
export const returnCard = (id: string, body: ReturnedBody) =>
  post<LetterCard>(`${letterPath(id)}/returned`, body)
export type Decision = 'resume' | 'cancel' | 'give-back' | 'name-refund' | 'refund'
export const decideCard = (id: string, decision: Decision, note: string) =>
  post<LetterCard>(`${letterPath(id)}/${decision}`, { note })

export const readNeedsPerson = () => get<NeedsPerson>('/needs-person')
export const settleIssue = (id: string, note: string) =>
  post<Settled>(`/issues/${encodeURIComponent(id)}/settle`, { note })
export const findCustomers = (find: string) => post<FoundCustomers>('/customers', { find })
const customerPath = (id: string) => `/customers/${encodeURIComponent(id)}`
export const verifyCustomer = (id: string) => post<Customer>(`${customerPath(id)}/verify`)
export const disableCustomer = (id: string, change: 'disable' | 'enable', note: string) =>
  post<Customer>(`${customerPath(id)}/${change}`, { note })
export const readFigures = (day: string) => get<FiguresOfDay>(`/figures?day=${encodeURIComponent(day)}`)
export const readPrices = () => get<DatedPrices>('/prices')
export const readAuditEntries = (before?: number) => get<Acts>(before ? `/acts?before=${before}` : '/acts')

type CloseOne = (until: string | undefined) => Promise<Answer<ClosedBatch>>

/**
 * Closes batch by batch until nothing is left of the letters waiting at the first call. `report` gets the batches closed so
 * far, which stay closed when a later call fails. `nothing-waiting` after the first: another operator closed the rest.
 */
export async function closeAll(
  closeOne: CloseOne,
  report: (batches: BatchSummary[]) => void,
): Promise<Answer<BatchSummary[]>> {
  const batches: BatchSummary[] = []
  for (let until: string | undefined; ;) {
    const answer = await closeOne(until)
    if (!answer.ok)
      return batches.length && answer.code === 'nothing-waiting' ? { ok: true, body: batches } : answer
    batches.push(answer.body.batch)
    report([...batches])
    if (!answer.body.left) return { ok: true, body: batches }
    until = answer.body.until
  }
}
