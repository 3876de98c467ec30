import type { NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { whatHappened } from '../../database/issue-kinds.ts'
import type { Db } from '../../database/tables.ts'
import type { ConsoleDeps } from '../deps.ts'
import { cardsOf } from '../letters/letter-cards.ts'

const most = 200

/** Letters that wait for a person, the longest waiting first, and open concerns that no such letter stands for. */
export async function needsPerson(
  deps: Pick<ConsoleDeps, 'db' | 'waitingRefunds'>,
  operator: { isSupervisor: boolean },
): Promise<NeedsPerson> {
  const letters = await deps.db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'needs-person')
    .orderBy('state_since')
    .limit(most)
    .execute()
  const cards = await cardsOf(
    deps,
    letters.map(({ id }) => id),
    operator,
  )
  const decisions = ['resume', 'cancel'] as const
  return {
    letters: cards.map((card) => ({
      card,
      what: whatHappened(card.concerns.at(-1)?.kind),
      can: decisions.filter((action) => card.can.includes(action)),
    })),
    concerns: (await otherConcerns(deps.db)).map(({ id, kind, note, created_at, letter_id }) => ({
      id,
      kind,
      what: whatHappened(kind),
      note,
      at: created_at.toISOString(),
      letterId: letter_id,
    })),
    refunds: (await deps.waitingRefunds()).map((refund) => ({
      ...refund,
      since: refund.since.toISOString(),
    })),
  }
}

const otherConcerns = (db: Db) =>
  db
    .selectFrom('concern')
    .leftJoin('letter', 'letter.id', 'concern.letter_id')
    .selectAll('concern')
    .where('settled_at', 'is', null)
    .where((is) => is.or([is('letter.state', 'is', null), is('letter.state', '<>', 'needs-person')]))
    .orderBy('concern.created_at')
    .limit(most)
    .execute()
