import type { AccountsDeps } from '../deps.ts'
import { addAccount, lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { canonicalEmail } from '../email.ts'
import { openSession } from './open-session.ts'
import { passwordWeakness, type PasswordWeakness } from '../passwords/password-weakness.ts'
import { heard } from './provider-silent.ts'
import { sendLink } from '../links/send-link.ts'

export type RegistrationRefusal = PasswordWeakness | 'captcha-refused' | 'email-taken'

/**
 * A claim on an address, signed in at once; the link in the mail proves it. Claims may share an address until one is
 * proven. @throws ProviderSilent, TooBusy
 */
export async function register(
  room: AccountsDeps,
  wish: { email: string; password: string; captchaAnswer: string; ip: string },
): Promise<{ token: string } | { refused: RegistrationRefusal }> {
  const email = canonicalEmail(wish.email)
  const weakness = passwordWeakness(wish.password, email)
  if (weakness) return { refused: weakness }
  if (!(await heard(room.captcha.verify(wish.captchaAnswer, wish.ip)))) return { refused: 'captcha-refused' }

  const password_hash = await room.passwords.hash(wish.password)
  return room.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    if (await verifiedAccount(tx, email)) return { refused: 'email-taken' }
    const id = room.random.uuid()
    const claim = { id, email, password_hash, email_verified_at: null, social_subject: null }
    await addAccount(tx, { ...claim, created_at: room.clock.now() })
    await sendLink(room, tx, { id, email }, 'verify-email')
    return openSession(room, tx, id)
  })
}
