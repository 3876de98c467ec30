import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { tooBig } from './failures.ts'

/** What is validated in place of a body that nobody has read yet. */
const unread = { content: '', origin: '', destination: '' } satisfies CreateLetterBody

export type UnreadBodies = {
  /** Before it is taken. */
  see(request: FastifyRequest): Uint8Array
  take(request: FastifyRequest): Uint8Array
}

/**
 * The bodies of this scope's calls, each a letter, stay as they came: parsed and checked with the letter, in a child
 * (design.md#read-in-children). Each is handed out once, and held no longer than whoever takes it does.
 */
export function leaveUnread(scope: App): UnreadBodies {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, json: Buffer, done) => {
    bodies.set(request, json)
    done(null, unread)
  })
  return {
    see: (request) => bodies.get(request)!, // validation knows it
    take(request) {
      const json = bodies.get(request)!
      bodies.delete(request)
      return json
    },
  }
}

/** The server's usual words for 413 do not say what to do about it. */
export function explainTooLarge(error: FastifyError): never {
  throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooBig() : error
}
