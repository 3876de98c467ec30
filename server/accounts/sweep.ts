import { days, earlier } from '@lacre/letter/days.ts'
import { forgetDone } from '../database/jobs.ts'
import type { Db } from '../database/tables.ts'
import { deviceKnownFor } from './sessions.ts'
import type { LinkRequest } from './links.ts'

const linkRequests: LinkRequest[] = ['verification-requested', 'reset-requested']

/** Sessions, browsers, links, codes and captchas that open nothing any more. Says how many rows went. */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
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
  const jobs = await forgetDone(db, linkRequests, yesterday)
  return swept.reduce((rows, { numDeletedRows }) => rows + Number(numDeletedRows), jobs)
}
