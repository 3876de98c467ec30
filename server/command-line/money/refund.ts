import { isUuid } from '../../database/uuid.ts'
import type { CommandResult } from '../../ports.ts'
import { retryRefund } from '../../print-room/letters/retry-refund.ts'
import type { CommandContext } from '../context.ts'
import { terminal } from '../operator.ts'

/** `refund <letter>`: asks again for what is owed for it. */
export async function refund(
  { actions: { printRoom, money } }: Pick<CommandContext, 'actions'>,
  [letterId = '']: string[],
): Promise<CommandResult> {
  const note = { note: 'refund', by: terminal() }
  const done = isUuid(letterId) && (await retryRefund({ ...printRoom, ...money }, letterId, note))
  return done === 'given-back'
    ? { says: 'La devolución se pide otra vez ahora; la consola dice cómo va.', trouble: false }
    : {
        says: 'Esa carta no tiene ninguna devolución que repetir, o su banco decide sobre el cargo.',
        trouble: true,
      }
}
