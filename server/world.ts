import type Stripe from 'stripe'
import type { Database } from './database/open.ts'
import type { LetterCipher } from './database/letter-cipher.ts'
import type { Captcha } from './outside/captcha.ts'
import type { Chance } from './outside/chance.ts'
import type { Clock } from './outside/clock.ts'
import type { FetchPicture } from './outside/picture-fetcher.ts'
import type { MailCarrier } from './outside/mail-carrier.ts'
import type { SocialSignIn } from './outside/social-sign-in.ts'
import type { Settings } from './settings.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

/** Everything the house lives in. `main.ts` builds the real one, tests a small one; nothing else reaches outside. */
export type World = {
  settings: Settings
  clock: Clock
  chance: Chance
  database: Database
  cipher: LetterCipher
  typesetter: Typesetter
  cards: Stripe
  captcha: Captcha
  social: SocialSignIn | undefined
  mailCarrier: MailCarrier
  fetchPicture: FetchPicture
}
