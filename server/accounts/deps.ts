import type { Tx } from '../database/tables.ts'
import type { World } from '../world.ts'

/** All that lost claims on an address have written; of later modules, so that `app.ts` hands it in. */
export type EraseContents = (tx: Tx, accountIds: string[]) => Promise<void>

/** Of the outside, what accounts need; each function takes what it needs of it. */
export type AccountsDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'passwords' | 'captcha' | 'social' | 'publicUrl'
> & { eraseContents: EraseContents }
