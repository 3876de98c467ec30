import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'

/** To the proven mailbox only: that of a claim may be a stranger's. */
export const announceChange = (
  { clock, random, queueMail }: Pick<AccountsDeps, 'clock' | 'random' | 'queueMail'>,
  tx: Tx,
  kind: 'password-changed' | 'password-ended',
  { email, browser }: { email: string; browser: string },
): Promise<void> =>
  queueMail(tx, {
    kind,
    key: random.uuid(),
    to: email,
    data: { browser, askedAt: clock.now().toISOString() },
  })
