import { finished } from 'node:stream'
import { inSeconds, milliseconds, seconds } from '@lacre/letter/days.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from './app.ts'
import { callerOf } from './bearer.ts'
import { type BodyTimes, times } from './bodies.ts'
import { unlessRefused } from './failure.ts'
import { atOnce, type Limits, megabyte } from './limits.ts'
import { busy, createConcurrencyLimit, createShares } from './semaphore.ts'

/** A client that reads slowly can hold at most two long answers in memory (design/load.md#answers). */
export function guardAnswers(app: App, { stall, start, bytesPerSecond, wait }: BodyTimes = times): void {
  const takeShare = createShares(atOnce.answers)
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string'
    if ((!isText && !Buffer.isBuffer(payload)) || payload.length < largeAnswer) return payload
    const bytes = isText ? Buffer.from(payload) : payload
    const leave = await takeShare(callerOf(request.ip), Math.min(bytes.length, atOnce.answers.perKey), wait)
    if (!leave) throw busy()
    const end = () => reply.raw.destroy()
    const late = setTimeout(end, milliseconds(start + seconds(bytes.length / bytesPerSecond)))
    reply.raw.setTimeout(stall, end)
    finished(reply.raw, () => {
      clearTimeout(late)
      leave()
    })
    return bytes
  })
}

/** Call it before the answer begins. @throws Failure 503 when too many streams are open. */
type GuardStream = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Limits concurrent streams and cuts off slow readers (design/load.md#answers). */
export function createStreamGuard({ stall, bytesPerSecond, wait }: BodyTimes = times): GuardStream {
  const takeShare = createShares(atOnce.exports)
  return async ({ ip }, { raw }) => {
    const leave = await takeShare(callerOf(ip), 1, wait)
    if (!leave) throw busy()
    let before = 0
    const look = setInterval(() => {
      const { bytesWritten = 0, writableLength = 0 } = raw.socket ?? {}
      const taken = bytesWritten - writableLength
      const isSlow = taken - before < bytesPerSecond * inSeconds(stall)
      // If nothing is buffered, we are slow, not the reader.
      if (isSlow && writableLength + raw.writableLength > 0) raw.destroy()
      before = taken
    }, stall)
    finished(raw, () => {
      clearInterval(look)
      leave()
    })
  }
}

/** Answers from this size on are limited: letters with pictures, PDFs. */
const largeAnswer = megabyte / 4

/** A file of an export; `at` is its date. */
export type ExportedFile = { name: string; bytes: Uint8Array; at: Date }

/** Reads a letter, its pages, a draft or a template for its owner. `bytesOf`: the size of what was read. */
export type ReadDocument = <Document>(
  accountId: string,
  read: () => Promise<Document>,
  bytesOf: (document: Document) => number,
) => Promise<Document>

/** Two reads at a time per account, and 128 MB a minute; more reads wait or are refused (design/load.md#answers). */
export function createDocumentReader(limits: Limits): ReadDocument {
  const limitConcurrency = createConcurrencyLimit(atOnce.readsOfAccount)
  const { readKilobytes } = limits
  return (accountId, read, bytesOf) =>
    limitConcurrency(accountId, async () => {
      await readKilobytes.check(accountId)
      const document = await read()
      const bytes = bytesOf(document)
      if (bytes >= largeAnswer)
        await readKilobytes.take(accountId, Math.ceil(bytes / 1024)).catch(unlessRefused) // the next read is refused
      return document
    })
}

const bytes = z.unknown().meta({ type: 'string', format: 'binary' })

/** For a call's `response`: bytes of one of these types, not checked by a schema. */
export const fileOf = (...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: bytes }])),
})

/** Sends a file to download. A browser that displays it anyway runs no scripts. */
export const attachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")

/** CSV for a Spanish spreadsheet: byte order mark and semicolons. Cells bring their own decimal commas. */
export const csv = (rows: string[][]): string =>
  '\u{feff}' + rows.map((row) => row.map(cell).join(';') + '\r\n').join('')

/**
 * Spreadsheets run cells that begin like a formula, so an apostrophe makes them text; a negative sum is left as it is.
 */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+,\d\d$/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
