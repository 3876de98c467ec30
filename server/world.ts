import type Stripe from 'stripe'
import type { LetterCipher } from './database/keys/letter-cipher.ts'
import type { InstalledDatabase } from './database/open.ts'
import type { SendAlarm } from './outside/alarm/alarm-webhook.ts'
import type { Altcha } from './outside/captcha/altcha.ts'
import type { Captcha } from './outside/captcha/captcha.ts'
import type { CardSandbox } from './outside/cards/sandbox-cards.ts'
import type { Random } from './outside/random.ts'
import type { Clock } from './outside/clock.ts'
import type { MailCarrier } from './outside/mail/mail-carrier.ts'
import type { FetchPicture } from './outside/pictures/picture-fetcher.ts'
import type { MintCredential } from './outside/social/sandbox-social.ts'
import type { SocialSignIn } from './outside/social/social-sign-in.ts'
import type { Settings } from './settings.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

/** Everything the server depends on. `open-world.ts` builds the real one, tests a small one; nothing else reaches outside. */
export type World = {
  settings: Settings
  clock: Clock
  random: Random
  database: InstalledDatabase
  cipher: LetterCipher
  /** Where large parts of letters live instead of the database. */
  typesetter: Typesetter
  cards: Stripe
  webhookSecret: string
  captcha: Captcha
  social: SocialSignIn | undefined
  mailCarrier: MailCarrier
  fetchPicture: FetchPicture
  /** The operator's own address for alarms, where there is one. */
  sendAlarm: SendAlarm | undefined
  /** Parts that exist only where the provider is ours: ALTCHA's challenges, and the sandbox's own calls. */
  altcha: Altcha | undefined
  sandbox: { cards: CardSandbox; mint: MintCredential } | undefined
}
