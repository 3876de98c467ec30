import { inEuros, cents } from '@lacre/letter/price/money.ts'
import { refundStateNames } from '@lacre/letter/price/refund-states.ts'
import { longDate, madridDay } from '@lacre/letter/day.ts'
import { isUuid } from '../../database/uuid.ts'
import { waitingRefunds } from '../../payments/refunds/retry-owed-refund.ts'
import type { CommandResult } from '../../ports.ts'
import { retryRefund } from '../../print-room/letters/retry-refund.ts'
import type { CommandContext } from '../context.ts'
import { terminal } from '../operator.ts'

/** `refund list`: what was asked back and has not arrived. `refund retry <letter>`: asks for it again now. */
export async function refund(
  { actions: { printRoom, money } }: Pick<CommandContext, 'actions'>,
  [action, letterId = '']: string[],
): Promise<CommandResult> {
  if (action === 'list' && !letterId) {
    const waiting = await waitingRefunds(printRoom.db)
    const lines = waiting.map(
      ({ letterId, cents: sum, state, since }) =>
        `${letterId}  ${inEuros(cents(sum))}  ${refundStateNames[state]}, desde el ${longDate(madridDay(since))}`,
    )
    return { says: lines.join('\n') || 'Ninguna devolución espera.', trouble: false }
  }
  if (action !== 'retry' || !isUuid(letterId))
    return {
      says: 'Use: refund list, o refund retry <carta>, con el número entero que da «refund list».',
      trouble: true,
    }
  const done = await retryRefund({ ...printRoom, ...money }, letterId, {
    note: 'refund retry',
    by: terminal(),
  })
  return done === 'given-back'
    ? { says: 'La devolución se pide otra vez ahora; «refund list» dice cómo va.', trouble: false }
    : {
        says: 'Esa carta no tiene ninguna devolución que repetir, o su banco decide sobre el cargo.',
        trouble: true,
      }
}
