import type { Failure as FailureBody } from '@lacre/letter/calls.ts'
import type { Draft, KeptDraft } from '@lacre/letter/draft-calls.ts'
import { letterCipher } from '../database/cipher.ts'
import { draftsRoutes } from '../orders/drafts-routes.ts'
import { bareApp } from '../http/bare-app.ts'
import { createDocumentReader } from '../http/streams.ts'
import { createLimits } from '../http/limits.ts'
import type { BodyTimes } from '../http/bodies.ts'
import { systemRandom } from '../outside/clock.ts'
import { accountOfToken } from './account-of-token.ts'
import { plantAccount } from './plant.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'

/** The drafts module on a real database; who calls stands in the bearer. */
export async function draftHouse(environment: Record<string, string> = {}, times?: BodyTimes) {
  const { db, pool } = await testDatabase()
  const clock = testClock()
  const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)
  const app = bareApp({ settings: testSettings(environment), random: systemRandom }, undefined, times)
  const limits = createLimits(pool)
  draftsRoutes(app, {
    db,
    cipher,
    clock,
    limits,
    readDocument: createDocumentReader(limits),
    requireAccount: (request) => accountOfToken(db, request),
  })
  async function call(who: string, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const headers = who ? { authorization: `Bearer ${who}` } : {}
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    const body = reply.body ? reply.json<Partial<Draft & FailureBody & KeptDraft>>() : {}
    return { status: reply.statusCode, body }
  }
  return {
    app,
    db,
    clock,
    cipher,
    call,
    account: () => plantAccount(db, { created_at: clock.now(), email_verified_at: clock.now() }),
    unproven: () => plantAccount(db, { created_at: clock.now() }),
    newId: () => systemRandom.uuid(),
    keep: (who: string, id: string, content: string, basedOn: number | null, looks: object = {}) =>
      call(who, 'PUT', `/drafts/${id}`, { content, basedOn, ...looks }),
    read: (who: string, id: string) => call(who, 'GET', `/drafts/${id}`),
  }
}
