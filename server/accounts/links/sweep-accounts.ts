import { unprovenKeptFor } from '@lacre/letter/kept-for.ts'
import { days, earlier } from '@lacre/letter/days.ts'
import { forgetDone } from '../../database/jobs.ts'
import { wasPaid } from '../../database/queries/lost-claims.ts'
import { tryEach } from '../../database/try-each.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { deviceKnownFor } from '../claims/remember-device.ts'
import { eraseAccount, type Erasers } from '../own-data/erase-account.ts'
import type { LinkRequest } from './request-link.ts'

const linkRequests: LinkRequest[] = ['verification-requested', 'reset-requested']

const portion = 200

/** Removes what no longer opens anything, and claims that have paid nothing. Says how many went. */
export async function sweepAccounts({
  db,
  clock,
  erasers,
}: {
  db: Db
  clock: Clock
  erasers: Erasers
}): Promise<number> {
  const now = clock.now()
  const yesterday = earlier(now, days(1))
  const swept = [
    await db.deleteFrom('login_session').where('expires_at', '<=', now).executeTakeFirst(),
    await db
      .deleteFrom('known_device')
      .where('used_at', '<=', earlier(now, deviceKnownFor))
      .executeTakeFirst(),
    // A day longer: until then whoever opens an old link reads that it has expired, not that it is invalid.
    await db.deleteFrom('email_link').where('expires_at', '<=', yesterday).executeTakeFirst(),
    await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).executeTakeFirst(),
    await db.deleteFrom('captcha_used').where('expires_at', '<=', now).executeTakeFirst(),
  ]
  const erased = await eraseUnproven({ db, erasers }, now)
  const jobs = await forgetDone(db, linkRequests, yesterday)
  return swept.reduce((rows, { numDeletedRows }) => rows + Number(numDeletedRows), jobs + erased)
}

/** Claims that have paid nothing: after a day those that lost, after thirty without use the others. */
async function eraseUnproven({ db, erasers }: { db: Db; erasers: Erasers }, now: Date): Promise<number> {
  const unproven = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('email_verified_at', 'is', null)
    .where('email', '!=', '')
    .where((is) =>
      is.or([
        is('password_hash', 'is', null).and('created_at', '<=', earlier(now, days(1))),
        is('created_at', '<=', earlier(now, unprovenKeptFor)).and(
          is.not(is.exists(is.selectFrom('login_session').whereRef('account_id', '=', 'account.id'))),
        ),
      ]),
    )
    .where((is) =>
      is.not(is.exists(is.selectFrom('letter').whereRef('account_id', '=', 'account.id').where(wasPaid))),
    )
    .limit(portion)
    .execute()
  let erased = 0
  const emails = new Map(unproven.map(({ id, email }) => [id, email]))
  await tryEach([...emails.keys()], async (accountId) => {
    const email = emails.get(accountId) ?? ''
    if ((await eraseAccount({ db, ...erasers }, { accountId, email })) === 'erased') erased++
  })
  return erased
}
