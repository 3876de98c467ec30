import { days, earlier } from '@lacre/letter/duration.ts'
import { forgetDone } from '../../database/jobs.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { deviceKnownFor } from '../claims/remember-device.ts'
import type { LinkRequest } from './request-link.ts'

const linkRequests: LinkRequest[] = ['verification-requested', 'reset-requested']

/** Removes what no longer opens anything, and claims that lost and never wrote a letter. Says how many rows went. */
export async function sweepAccounts({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
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
    await db
      .deleteFrom('account')
      .where('email_verified_at', 'is', null)
      .where('password_hash', 'is', null)
      .where('created_at', '<=', yesterday)
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('letter').select('letter.id').whereRef('account_id', '=', 'account.id'),
          ),
        ),
      )
      .executeTakeFirst(),
  ]
  const jobs = await forgetDone(db, linkRequests, yesterday)
  return swept.reduce((rows, { numDeletedRows }) => rows + Number(numDeletedRows), jobs)
}
