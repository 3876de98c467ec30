import type { State } from '../journey.ts'

/**
 * What a state is called: on the pages, in the print room and on the command line. Ordinary post has no tracking, so
 * nothing says that a letter arrived (design.md#no-delivery-claimed).
 */
export const stateNames = {
  frozen: 'Sin pagar',
  paid: 'Pagada',
  batched: 'En la imprenta',
  printed: 'Impresa',
  posted: 'En camino',
  returned: 'Devuelta',
  cancelled: 'Cancelada',
  expired: 'Caducada',
  'needs-person': 'En revisión',
} as const satisfies Record<State, string>
