import type { App } from './app.ts'
import { Failure } from './failure.ts'

/** Fastify's own parser, except for bodies with too many small values (design/load.md#read-in-children). */
export function parseJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (hasTooManyValues(body)) done(unreadable())
    else void parse(request, body.toString(), done)
  })
}

export const unreadable = (said = 'La petición no es válida.') => new Failure(400, said, 'invalid-request')

/** No call needs this many. A megabyte of brackets would block the parser for a tenth of a second. */
const mostValues = 10_000
/** Bytes of strings stepped through before a search for the end: a search for each string costs more. */
const stepped = 1024

const [quote, backslash, ...beginnings] = Buffer.from('"\\,:[{')
const beginsValue = Uint8Array.from({ length: 256 }, (_, byte) => (beginnings.includes(byte) ? 1 : 0))

/** Counts values outside strings, in linear time; long strings are searched, not stepped through. */
export function hasTooManyValues(json: Uint8Array): boolean {
  let values = 0
  let near = 0
  let at = 0
  while (at < json.length) {
    let byte = json[at++]!
    if (byte === quote) {
      while (at < near && (byte = json[at]!) !== quote) at += byte === backslash ? 2 : 1
      if (at >= near) {
        at = endOfString(json, at)
        near = Math.min(at + stepped, json.length)
      }
      at++
    } else if (beginsValue[byte] === 1 && ++values > mostValues) return true
  }
  return false
}

/** The end of the string that contains `start`. A function of its own, so that the loop above compiles smaller. */
function endOfString(json: Uint8Array, start: number): number {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length)
  let at = start
  while (at < json.length) {
    const next = bytes.indexOf(quote!, at)
    if (next === -1) break
    let escapes = next
    while (escapes > at && bytes[escapes - 1] === backslash) escapes--
    if ((next - escapes) % 2 === 0) return next
    // This quote is escaped, and many such may follow.
    at = next + 1
    const near = Math.min(at + stepped, json.length)
    while (at < near && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    if (at < near) return at
  }
  return json.length
}

/** The first message that is a sentence for users; other messages are for programs. */
export const firstSentenceOf = (issues: readonly { message?: string | undefined }[]): string | undefined =>
  issues.find(({ message }) => message?.endsWith('.'))?.message
