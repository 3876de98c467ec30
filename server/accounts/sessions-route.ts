import { sessionId, sessionList } from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { bearerOf, bearerSecurity } from '../http/bearer.ts'
import { lockMailbox } from './claims/accounts-table.ts'
import type { AccountsDeps } from './deps.ts'
import { endOthers, endSession, sessionsOf } from './sign-in/own-sessions.ts'
import { requireAccount } from './sign-in/require-account.ts'
import { hashOfToken } from './token.ts'
import { visitorOf } from './visitor.ts'

const tags = ['cuentas']
const security = bearerSecurity

/** Where one is signed in, and the end of it (design.md#sessions). */
export function sessionsRoute(app: App, deps: Pick<AccountsDeps, 'db' | 'clock'>): void {
  const { db, clock } = deps
  const path = '/account/sessions'
  const listing = {
    response: { 200: sessionList },
    operationId: 'listSessions',
    summary: 'Las sesiones abiertas',
    tags,
    security,
  }
  app.get(path, { schema: listing }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return { sessions: await sessionsOf(db, accountId, hashOfToken(bearerOf(request)), clock.now()) }
  })

  const response = { 200: message }
  const ending = {
    params: sessionId,
    response,
    operationId: 'endSession',
    summary: 'Cierra una sesión',
    tags,
    security,
  }
  app.delete(`${path}/:id`, { schema: ending }, async (request) => {
    const { accountId, email } = await requireAccount(deps, request)
    const { device } = visitorOf(request)
    await db.transaction().execute(async (tx) => {
      await lockMailbox(tx, email)
      await endSession(tx, accountId, request.params.id, device)
    })
    return { message: 'La sesión se ha cerrado.' }
  })

  const endingOthers = {
    response,
    operationId: 'endOtherSessions',
    summary: 'Cierra todas las demás sesiones',
    tags,
    security,
  }
  app.delete(path, { schema: endingOthers }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const current = hashOfToken(bearerOf(request))
    const { device } = visitorOf(request)
    await db.transaction().execute((tx) => endOthers(tx, accountId, current, device))
    return { message: 'Las demás sesiones se han cerrado.' }
  })
}
