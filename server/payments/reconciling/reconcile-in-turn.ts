import { days, earlier, minutes } from '@lacre/letter/days.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  endTurn,
  noteCompared,
  noteRead,
  renewTurn,
  takeTurn,
  type Turn,
} from '../table/reconciliation-table.ts'
import { newRound, type Reconciled } from './each-apart.ts'
import { settleStranded } from './open-orders.ts'
import { readEvents } from './read-events.ts'
import { listedFor, reconcile } from './reconcile.ts'
import { raiseStuckRefunds } from './stuck-refunds.ts'

/** An event that the provider never lists is found by then. */
const comparedEvery = days(1)

/**
 * What webhooks lost, from the provider's events, on one node at a time; once a day everything is compared, and so after
 * a longer pause, whose events are many or no longer kept (design.md#lost-events-are-found).
 */
export async function reconcileInTurn(deps: PaymentsDeps): Promise<Reconciled | 'somebody-else'> {
  const turn = await takeTurn(deps.db)
  if (!turn) return 'somebody-else'
  const renewing = setInterval(() => void renewTurn(deps.db, turn).catch(() => {}), minutes(1))
  try {
    return await round(deps, turn)
  } finally {
    clearInterval(renewing)
    await endTurn(deps.db, turn)
  }
}

async function round(deps: PaymentsDeps, turn: Turn): Promise<Reconciled> {
  const { db, clock } = deps
  const now = clock.now()
  const done = newRound()
  // A clock that was put forward and back again has dated both too late.
  const { compared_at } = turn
  let since = turn.read_until && turn.read_until < now ? turn.read_until : now
  if (!compared_at || compared_at <= earlier(now, comparedEvery) || compared_at > now) {
    const compared = await reconcile(deps, earlier(since, listedFor))
    add(done, compared)
    if (!compared.unreachable) {
      await noteCompared(db, turn, now)
      since = now
    }
  }
  let newest: Date | undefined
  try {
    newest = await readEvents(deps, done, since)
  } finally {
    // Neither needs the events, which a key may be forbidden to list.
    await settleStranded(deps, done)
    await raiseStuckRefunds(deps)
  }
  // What could not be looked at is read again: the cursor passes nothing that may yet be had.
  if (!done.unreachable) await noteRead(db, turn, newest && newest > since ? newest : since)
  return done
}

function add(done: Reconciled, more: Reconciled) {
  done.looked += more.looked
  done.changed += more.changed
  done.unread += more.unread
  done.unreachable += more.unreachable
}
