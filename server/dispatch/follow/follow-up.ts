import { raiseConcern, type Concern } from '../../database/concerns.ts'
import { bookStatus, isPosted } from './book-status.ts'
import { days, later } from '@lacre/letter/duration.ts'
import { backOff, followUp } from '../submissions/pauses.ts'
import type { DispatchDeps } from '../deps.ts'
import { claimAccepted, release, type Leased } from '../submissions/submissions-table.ts'

const portion = 20
/** Longer than any press needs: somebody should ask there. */
const slow = days(4)
/** After so long nothing comes back any more, and the letter's content is gone here too (design.md#letters-are-forgotten). */
const watched = days(60)

/** Asks how far the accepted letters are, lest an event was lost. Answers how many it asked about. */
export async function followUpAccepted(deps: DispatchDeps): Promise<number> {
  for (let done = 0; done < portion; done++) {
    const leased = await claimAccepted(deps.db, { printer: deps.printer.name, now: deps.clock.now() })
    if (!leased) return done
    await ask(deps, leased)
  }
  return portion
}

async function ask(deps: DispatchDeps, leased: Leased): Promise<void> {
  const now = deps.clock.now()
  const age = now.getTime() - leased.created_at.getTime()
  if (age > watched) return void (await release(deps.db, leased, { next_at: later(now, followUp.never) }))
  const { reference, printer_id, created_at } = leased
  const looked = await deps.printer.lookUp({ reference, id: printer_id ?? undefined, since: created_at })
  if (looked.is === 'found') await bookStatus(deps, leased, looked)
  else await release(deps.db, leased, { next_at: later(now, backOff(leased.tries)) })
  if (isPosted(leased) || (looked.is === 'found' && looked.status === 'posted')) return
  if (looked.is === 'absent') await tell(deps, leased, 'printer-lost', 'Ya no está en la imprenta.')
  if (age > slow)
    await tell(
      deps,
      leased,
      'printer-slow',
      'Hace más de cuatro días que la tiene la imprenta y no consta enviada.',
    )
}

const tell = ({ db }: DispatchDeps, { letter_id, reference }: Leased, kind: Concern['kind'], note: string) =>
  raiseConcern(db, { kind, letterId: letter_id, reference, note: `${note} (Pingen, ${reference})` })
