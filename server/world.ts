import type Stripe from 'stripe'
import type { LetterCipher } from './database/letter-cipher.ts'
import type { Database } from './database/open.ts'
import type { Altcha } from './outside/captcha-altcha.ts'
import type { Captcha } from './outside/captcha.ts'
import type { CardSandbox } from './outside/cards-sandbox.ts'
import type { Chance } from './outside/chance.ts'
import type { Clock } from './outside/clock.ts'
import type { MailCarrier } from './outside/mail-carrier.ts'
import type { FetchPicture } from './outside/picture-fetcher.ts'
import type { Printer } from './outside/printer.ts'
import type { MintCredential } from './outside/social-sandbox.ts'
import type { SocialSignIn } from './outside/social-sign-in.ts'
import type { Settings } from './settings.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

/** Everything the house lives in. `open-world.ts` builds the real one, tests a small one; nothing else reaches outside. */
export type World = {
  settings: Settings
  clock: Clock
  chance: Chance
  database: Database
  cipher: LetterCipher
  typesetter: Typesetter
  cards: Stripe
  webhookSecret: string
  captcha: Captcha
  social: SocialSignIn | undefined
  mailCarrier: MailCarrier
  fetchPicture: FetchPicture
  /** A press elsewhere. Undefined: there is only the print room. */
  printer: Printer | undefined
  /** Parts that exist only where the provider is ours: ALTCHA's challenges, and the sandbox's doors. */
  altcha: Altcha | undefined
  sandbox: { cards: CardSandbox; mint: MintCredential } | undefined
}
