import { isUuid } from '../database/uuid.ts'
import { cancelAtPrinter, type Recalled } from '../dispatch/follow/cancel-at-printer.ts'
import type { CommandContext } from './context.ts'
import type { CommandResult } from '../ports.ts'

const answers = {
  recalled: { says: 'La imprenta no la imprimirá. La carta espera ahora a una persona.', trouble: false },
  'not-there': { says: 'Esa carta no está en la imprenta externa.', trouble: true },
  'too-late': { says: 'Es tarde: ya está en imprenta.', trouble: true },
  unknown: {
    says: 'La imprenta no ha respondido, o todavía no se sabe si la tiene. Inténtelo dentro de unos minutos.',
    trouble: true,
  },
} satisfies Record<Recalled, CommandResult>

/** `recall <id>`: asks the press elsewhere not to print a letter it has. */
export async function recall(
  { actions: { dispatch } }: CommandContext,
  [id = '']: string[],
): Promise<CommandResult> {
  if (!dispatch) return { says: 'No hay ninguna imprenta externa: faltan sus claves.', trouble: true }
  return answers[isUuid(id) ? await cancelAtPrinter(dispatch, id) : 'not-there']
}
