import type { Failure as FailureBody } from '@lacre/letter/calls.ts'
import type { Draft, KeptDraft } from '@lacre/letter/draft-calls.ts'
import { draftsRoutes } from '../orders/drafts-routes.ts'
import { bareApp } from '../http/bare-app.ts'
import { createDocumentReader } from '../http/streams.ts'
import type { BodyTimes } from '../http/bodies.ts'
import { systemRandom } from '../outside/clock.ts'
import { plantAccount } from './plant.ts'
import { testDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'
import { testWorld } from './test-world.ts'

/** The drafts module on a real database; who calls stands in the bearer. */
export async function draftHouse(environment: Record<string, string> = {}, times?: BodyTimes) {
  const { world } = testWorld(await testDatabase(), { settings: testSettings(environment) })
  const { db, clock, cipher } = world
  const app = bareApp(world, undefined, times)
  draftsRoutes(app, { ...world, readDocument: createDocumentReader(world.limits) })
  async function call(who: string, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const headers = who ? { authorization: `Bearer ${who}` } : {}
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    const body = reply.body ? reply.json<Partial<Draft & FailureBody & KeptDraft>>() : {}
    return { status: reply.statusCode, body }
  }
  return {
    app,
    world,
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
