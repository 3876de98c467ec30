import type { Db } from '../database/tables.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Captcha } from '../outside/captcha.ts'
import type { Chance } from '../outside/chance.ts'
import type { Clock } from '../outside/clock.ts'
import type { SocialSignIn } from '../outside/social-sign-in.ts'
import type { Passwords } from './passwords.ts'

/** What the deeds of this room work with; each takes what it needs of it. */
export type AccountRoom = {
  db: Db
  clock: Clock
  chance: Chance
  passwords: Passwords
  captcha: Captcha
  /** Undefined: this house has no social sign-in. */
  social: SocialSignIn | undefined
  queueMail: QueueMail
  publicUrl: URL
}
