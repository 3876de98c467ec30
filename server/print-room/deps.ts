import type { PaymentsDeps } from '../payments/seen-intent.ts'
import type { World } from '../world.ts'

/** Of the outside, what the print room needs. */
export type PrintRoomDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'cipher' | 'money' | 'closedDays' | 'openMerger' | 'log'
>

/** What the console's calls need: decisions about a letter ask the card provider. */
export type ConsoleDeps = PrintRoomDeps & PaymentsDeps

/** The cause in the history of a letter: it names nobody. */
export const cause = 'operator'
