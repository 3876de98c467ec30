import { earlier, minutes, type Ms } from '@lacre/letter/days.ts'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { mistakenProxies } from '../http/health.ts'
import type { Clock } from '../outside/clock.ts'

/** Pairs in which the later one counts, and events that count for a while. */
export type Observed =
  | `webhook-${'refused' | 'accepted'}`
  | `cards-${'refused' | 'accepted'}`
  | `chore-failed:${string}`
  | 'disk-short'
  | 'clock-off'
  | 'proxies-mistaken'
  | 'database-restarted'

export const observe = async ({ db, clock }: { db: Db; clock: Clock }, name: Observed): Promise<void> => {
  const seen_at = clock.now()
  await db
    .insertInto('observation')
    .values({ name, seen_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_at }))
    .execute()
}

export async function forgetObserved(db: Db, name: Observed): Promise<void> {
  await db.deleteFrom('observation').where('name', '=', name).execute()
}

/** Whether a name with this beginning was seen within `past`. */
export async function seenWithin(db: Db, begins: string, past: Ms, now: Date): Promise<boolean> {
  const seen = await db
    .selectFrom('observation')
    .select('name')
    .where('name', 'like', `${begins}%`)
    .where('seen_at', '>', earlier(now, past))
    .limit(1)
    .executeTakeFirst()
  return seen !== undefined
}

export async function lastSeen(db: Db, name: Observed): Promise<Date | undefined> {
  const seen = db.selectFrom('observation').select('seen_at').where('name', '=', name)
  return (await seen.executeTakeFirst())?.seen_at
}

/** Refused, and not accepted since. */
export async function isRefused(db: Db, what: 'webhook' | 'cards'): Promise<boolean> {
  const refused = await lastSeen(db, `${what}-refused`)
  const accepted = await lastSeen(db, `${what}-accepted`)
  return refused !== undefined && (accepted === undefined || refused > accepted)
}

/** Repeats within a minute are not stored, so that a flood of requests causes no flood of writes. */
export const sameWithin = minutes(1)

/**
 * For events of every request: stores an outcome when it changes for `what`, else at most once a minute. Never throws.
 */
export function createObserver(deps: { db: Db; clock: Clock }) {
  const last = new Map<string, { name: Observed; at: number }>()
  return (what: string, name: Observed): void => {
    const at = deps.clock.now().getTime()
    const before = last.get(what)
    if (before?.name === name && at - before.at < sameWithin) return
    last.set(what, { name, at })
    observe(deps, name).catch(() => last.delete(what)) // the database failed, which has its own alarm
  }
}
export type Observer = ReturnType<typeof createObserver>

const webhook = '/stripe/webhook'
/** The provider's format; other content of the header is a stranger's. */
const isSignature = /^t=\d{1,12},(?:.*,)?v1=[\da-f]{64}(?:,|$)/

/** Observes with each request whether events are signed correctly and TRUST_PROXY matches. */
export function observeRequests(app: App, observer: Observer, trustProxy: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isSigned = isSignature.test(String(request.headers['stripe-signature']))
    if (request.routeOptions.url === webhook && isSigned) {
      if (reply.statusCode < 300) observer('webhook', 'webhook-accepted')
      else if (reply.statusCode === 400) observer('webhook', 'webhook-refused')
    }
    if (mistakenProxies(request, trustProxy)) observer('proxies', 'proxies-mistaken')
    done()
  })
}
