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

/** A caller that does not take its long answers holds two in memory at most (design/load.md#answers). */
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

/** Before an answer is begun. @throws Failure 503, when too many are on their way. */
type GuardStream = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Few streams at once; one that is taken too slowly is given up (design/load.md#answers). */
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
      // Nothing waits for whoever reads: then it is we who are slow.
      if (isSlow && writableLength + raw.writableLength > 0) raw.destroy()
      before = taken
    }, stall)
    finished(raw, () => {
      clearInterval(look)
      leave()
    })
  }
}

/** From here on an answer counts: a letter with pictures, its pages. */
const largeAnswer = megabyte / 4

/** A file of an export; `at` is its date. */
export type ExportedFile = { name: string; bytes: Uint8Array; at: Date }

/** Reads a letter, its pages, a draft or a template for its owner. `bytesOf`: how long what was read is. */
export type ReadDocument = <Document>(
  accountId: string,
  read: () => Promise<Document>,
  bytesOf: (document: Document) => number,
) => Promise<Document>

/** An account reads two at a time, 128 MB a minute; over that `read` waits (design/load.md#answers). */
export function createDocumentReader(limits: Limits): ReadDocument {
  const limitConcurrency = createConcurrencyLimit(atOnce.readsOfAccount)
  const { readKilobytes } = limits
  return (accountId, read, bytesOf) =>
    limitConcurrency(accountId, async () => {
      await readKilobytes.check(accountId)
      const document = await read()
      const bytes = bytesOf(document)
      if (bytes >= largeAnswer)
        await readKilobytes.take(accountId, Math.ceil(bytes / 1024)).catch(unlessRefused) // the next is refused
      return document
    })
}

const bytes = z.unknown().meta({ type: 'string', format: 'binary' })

/** In a call's `response`: bytes of one of these types, which no schema checks. */
export const fileOf = (...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: bytes }])),
})

/** The answer is a file to keep; a browser that shows it all the same runs nothing of it. */
export const attachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")

/** A table as a spreadsheet in Spain opens it: byte order mark, semicolons, and whatever decimal commas its cells have. */
export const csv = (rows: string[][]): string =>
  '\u{feff}' + rows.map((row) => row.map(cell).join(';') + '\r\n').join('')

/** A cell that begins like a formula would be run by the spreadsheet: an apostrophe makes it text; a sum is none. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+,\d\d$/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
