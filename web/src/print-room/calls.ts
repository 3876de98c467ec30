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
import {
  fileWithProgress,
  type Progress,
  type ProgressLine,
} from '@lacre/letter/print-room/file-with-progress.ts'
import type { Answer, Refused } from '../api.ts'
import { askProven as ask } from './factor-gate.ts'

const newLine = 10

const isWithProgress = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith(fileWithProgress) ?? false

/**
 * The file that follows the lines which say how far it is, or why it is refused after all.
 * @throws when the connection ended before all of it was there.
 */
async function readWithProgress(
  response: Response,
  tell: (progress: Progress) => void,
): Promise<NamedFile | Refused> {
  const reader = response.body?.getReader()
  let read: Uint8Array<ArrayBuffer> = new Uint8Array()
  const more = async () => (await reader?.read())?.value

  for (;;) {
    const end = read.indexOf(newLine)
    if (end < 0) {
      const next = await more()
      if (!next) throw new Error('the answer ended')
      read = joined(read, next)
      continue
    }
    const line = JSON.parse(new TextDecoder().decode(read.subarray(0, end))) as ProgressLine
    read = read.subarray(end + 1)
    if ('done' in line) tell(line)
    else if ('status' in line) return { ok: false, ...line }
    else return fileOf(line)
  }

  async function fileOf({
    name,
    bytes,
    stopped,
  }: Extract<ProgressLine, { bytes: number }>): Promise<NamedFile> {
    const parts = [read]
    for (let next = await more(); next; next = await more()) parts.push(next)
    const file = new Blob(parts, { type: 'application/pdf' })
    if (file.size !== bytes) throw new Error('the file is not whole')
    return { file, name, stopped }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

const base = '/print-room'
/** A batch of hundreds is merged while one waits. */
const longLimitMs = 5 * 60_000

const get = <T>(path: string) => ask<T>({ method: 'GET', path: base + path, bearer: true })
const post = <T>(path: string, body: unknown = {}) => ask<T>({ path: base + path, body, bearer: true })
const ofLetter = (id: string) => `/letters/${encodeURIComponent(id)}`
const ofBatch = (name: string) => `/batches/${encodeURIComponent(name)}`

/** A file under the name that the server gives it; `stopped`: letters that are not in it, for a person to look at. */
export type NamedFile = { file: Blob; name: string; stopped: number }

type Tell = (progress: Progress) => void

async function readFile(response: Response): Promise<NamedFile> {
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const stopped = Number(response.headers.get('lacre-stopped') ?? 0)
  return { file: await response.blob(), name: name ?? 'imprenta', stopped }
}
const file = (path: string, body: DownloadBody) =>
  ask<NamedFile>({ path: base + path, body, bearer: true, limitMs: longLimitMs }, readFile)

export const readOverview = () => get<PrintRoomOverview>('/overview')
/** `until`: of the call before, when it left some. */
export const closeBatch = (until?: string) =>
  post<ClosedBatch>(`/batches${until === undefined ? '' : `?until=${encodeURIComponent(until)}`}`)
export const readBatches = (before: string) => get<BatchPage>(`/batches?before=${encodeURIComponent(before)}`)
export const readBatch = (name: string) => get<BatchDetail>(ofBatch(name))
export const batchList = (name: string, why: DownloadBody) => file(`${ofBatch(name)}/csv`, why)
const notWhole = 'El archivo no ha llegado entero. Descárguelo otra vez: es siempre el mismo.'
/** `tell` hears how far it is: a batch of hundreds is merged while one waits. */
export async function batchPdf(name: string, why: DownloadBody, tell: Tell): Promise<Answer<NamedFile>> {
  const answer = await ask<NamedFile | Refused>(
    {
      path: `${base}${ofBatch(name)}/pdf`,
      body: why,
      bearer: true,
      headers: { accept: fileWithProgress },
      limitMs: longLimitMs,
    },
    (response) => (isWithProgress(response) ? readWithProgress(response, tell) : readFile(response)),
  )
  if (!answer.ok) return answer.status === 0 ? { ...answer, detail: notWhole } : answer
  return 'ok' in answer.body ? answer.body : { ok: true, body: answer.body }
}
export const markBatch = (name: string, mark: 'printed' | 'enclosed') =>
  post<Marked>(`${ofBatch(name)}/${mark}`)
export const postBatch = (name: string, body: MarkPostedBody) => post<Marked>(`${ofBatch(name)}/posted`, body)

export const scanCode = (code: string) => post<Scanned>('/scan', { code })
export const findLetters = (find: string) => get<FoundLetters>(`/letters?find=${encodeURIComponent(find)}`)
export const readCard = (id: string) => get<LetterCard>(ofLetter(id))
export const cardFile = (id: string, why: DownloadBody) => file(`${ofLetter(id)}/pdf`, why)
export const markCard = (id: string, mark: 'printed' | 'posted') =>
  post<LetterCard>(`${ofLetter(id)}/${mark}`)
export const encloseCard = (id: string, body: EncloseBody) =>
  post<LetterCard>(`${ofLetter(id)}/enclosed`, body)
export const reprintCard = (id: string, body: ReprintBody) =>
  post<LetterCard>(`${ofLetter(id)}/reprint`, body)
export const returnCard = (id: string, body: ReturnedBody) =>
  post<LetterCard>(`${ofLetter(id)}/returned`, body)
export type Decision = 'resume' | 'cancel' | 'give-back' | 'name-refund' | 'refund'
export const decideCard = (id: string, decision: Decision, note: string) =>
  post<LetterCard>(`${ofLetter(id)}/${decision}`, { note })

export const readNeedsPerson = () => get<NeedsPerson>('/needs-person')
export const settleConcern = (id: string, note: string) =>
  post<Settled>(`/concerns/${encodeURIComponent(id)}/settle`, { note })
export const findCustomers = (find: string) => post<FoundCustomers>('/customers', { find })
const ofCustomer = (id: string) => `/customers/${encodeURIComponent(id)}`
export const verifyCustomer = (id: string) => post<Customer>(`${ofCustomer(id)}/verify`)
export const disableCustomer = (id: string, change: 'disable' | 'enable', note: string) =>
  post<Customer>(`${ofCustomer(id)}/${change}`, { note })
export const readFigures = (day: string) => get<FiguresOfDay>(`/figures?day=${encodeURIComponent(day)}`)
export const readPrices = () => get<DatedPrices>('/prices')
export const readAuditEntries = (before?: number) => get<Acts>(before ? `/acts?before=${before}` : '/acts')

type CloseOne = (until: string | undefined) => Promise<Answer<ClosedBatch>>

/**
 * Closes batch by batch until nothing is left of what waited at the first call. `tell` hears what is closed and how far it is;
 * whatever it has heard stays closed when a later call fails. Who finds nothing left has been helped by somebody else.
 */
export async function closeAll(
  closeOne: CloseOne,
  tell: (batches: BatchSummary[], progress: Progress) => void,
): Promise<Answer<BatchSummary[]>> {
  const batches: BatchSummary[] = []
  let done = 0
  for (let until: string | undefined; ;) {
    const answer = await closeOne(until)
    if (!answer.ok)
      return batches.length && answer.code === 'nothing-waiting' ? { ok: true, body: batches } : answer
    const { batch, left } = answer.body
    batches.push(batch)
    done += batch.letters
    tell([...batches], { done, of: done + left })
    if (!left) return { ok: true, body: batches }
    until = answer.body.until
  }
}
