import { sandboxCards } from '../../server/outside/cards.ts'
import { ledgerInMemory } from '../ledger.ts'
import { answerCall } from '../stand-in/card-api.ts'
import type { CallFailure } from '../stand-in/call-failures.ts'
import { openCardBooks } from '../stand-in/card-books.ts'
import type { CardEntry, CardEvent, RefundState } from '../stand-in/card-entries.ts'
import type { CardOutcomes } from '../stand-in/card-outcomes.ts'
import type { Failpoints } from './failpoints.ts'

/** The card provider for a server in this process, with a failpoint around each call. */
export function openInProcessCards(failpoints: Failpoints, now: () => number) {
  const ledger = ledgerInMemory<CardEntry>()
  const events: CardEvent[] = []
  const books = openCardBooks({
    ledger,
    now,
    listedAfter: () => (network.isUnlisted ? Infinity : (network.outcomes?.listedAfter() ?? 0)),
    onEvent(event) {
      events.push(event)
      network.outcomes?.schedule(books, event)
    },
  })
  const network = {
    /** Scheduled outcomes, in random histories. */
    outcomes: undefined as CardOutcomes | undefined,
    failureOf: (() => undefined) as (call: string) => CallFailure | undefined,
    /** New events never appear in the provider's list. */
    isUnlisted: false,
    /** The first state of a refund. */
    refundState: 'succeeded' as RefundState,
  }
  const cards = sandboxCards(async (input, init) => {
    const url = new URL(input as string)
    const call = `${init?.method ?? 'GET'} ${url.pathname.replace(/\/pi_\w+/, '/{id}')}`
    return failpoints.around(`cards ${call}`, async () => {
      const failure = network.failureOf(call)
      if (failure === 'request-lost') throw new TypeError('fetch failed')
      const asked = {
        method: init?.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        form: new URLSearchParams(typeof init?.body === 'string' ? init.body : ''),
        key: new Headers(init?.headers).get('idempotency-key') ?? undefined,
        refundState: network.outcomes?.refundState() ?? network.refundState,
      }
      const { status, body } = answerCall(books, asked, failure === 'response-lost' ? undefined : failure)
      if (failure === 'response-lost') throw new TypeError('fetch failed')
      return Response.json(body, { status })
    })
  }, 0)
  return { cards, books, events, ledger, network }
}
