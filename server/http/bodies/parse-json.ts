import type { App } from '../app.ts'
import { signedIn } from '../bearer.ts'
import { Failure } from '../failure.ts'
import { usualBody } from './guard-bodies.ts'
import { takeTurns } from './take-turns.ts'

/** No call of ours takes so many; a megabyte of brackets would keep the parser busy for a tenth of a second. */
const mostValues = 10_000

/**
 * Fastify's own parser, for bodies that are not made of millions of small values (design.md#read-in-children). Long
 * ones without an account take turns (design.md#bodies).
 */
export function parseJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const inTurn = takeTurns()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    function read() {
      if (hasTooManyValues(body)) done(new Failure(400, 'La petición no es válida.', 'invalid-request'))
      else void parse(request, body.toString(), done)
    }
    if (body.length <= usualBody || signedIn.has(request)) read()
    else inTurn(read)
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
