import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'

/** To the proven mailbox only: that of a claim may be a stranger's. */
export const announceChange = (
  { clock, random, queueMail }: Pick<AccountsDeps, 'clock' | 'random' | 'queueMail'>,
  tx: Tx,
  to: string,
  browser: string,
): Promise<void> =>
  queueMail(tx, {
    kind: 'password-changed',
    key: random.uuid(),
    to,
    data: { browser, askedAt: clock.now().toISOString() },
  })
