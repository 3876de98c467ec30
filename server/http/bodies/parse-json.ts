import type { App } from '../app.ts'
import { Failure } from '../failure.ts'

/** No call of ours takes so many; a megabyte of brackets would keep the parser busy for a tenth of a second. */
const mostValues = 10_000

/** Fastify's own parser, for bodies that are not made of millions of small values (design.md#read-in-children). */
export function parseJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (hasTooManyValues(body)) done(new Failure(400, 'La petición no es válida.', 'invalid-request'))
    else void parse(request, body.toString(), done)
  })
}

const [quote, backslash, comma, colon, bracket, brace] = Buffer.from('"\\,:[{')

/** One step for each byte; what stands inside a string does not count. */
export function hasTooManyValues(json: Buffer): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === colon || byte === bracket || byte === brace) values++
  }
  return values > mostValues
}
