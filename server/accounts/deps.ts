import type { Db } from '../database/tables.ts'
import type { QueueMail } from '../mail/outbox.ts'
import type { Captcha } from '../outside/captcha.ts'
import type { Random, Clock } from '../outside/clock.ts'
import type { SocialSignIn } from '../outside/google.ts'
import type { EraseContents } from '../ports.ts'
import type { Passwords } from './passwords.ts'

/** What the actions of this module work with; each takes what it needs of it. */
export type AccountsDeps = {
  db: Db
  clock: Clock
  random: Random
  passwords: Passwords
  captcha: Captcha
  /** Undefined: there is no social sign-in. */
  social: SocialSignIn | undefined
  queueMail: QueueMail
  eraseContents: EraseContents
  publicUrl: URL
}
