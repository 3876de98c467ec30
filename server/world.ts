import type pg from 'pg'
import type Stripe from 'stripe'
import type { Passwords } from './accounts/passwords.ts'
import type { LetterCipher } from './database/cipher.ts'
import type { Db } from './database/tables.ts'
import type { Limits } from './http/limits.ts'
import type { Log } from './http/log.ts'
import type { SendAlarm } from './outside/alarm-webhook.ts'
import type { Altcha, Captcha } from './outside/captcha.ts'
import type { Clock, Random } from './outside/clock.ts'
import type { SocialSignIn } from './outside/google.ts'
import type { MailCarrier } from './outside/mail.ts'
import type { FetchPicture } from './outside/pictures.ts'
import type { OpenMerger } from './print-room/merge.ts'
import type { CardSandbox } from './sandbox/cards.ts'
import type { MintCredential } from './sandbox/google.ts'
import type { Settings } from './settings.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

/**
 * The server's outside, and the settings as plain values: the only things passed in. Every function takes it first,
 * typed by the fields it needs: `{ db, clock }: Pick<World, 'db' | 'clock'>`. Callers pass on what they have. Other
 * modules' functions are imported, not passed in.
 */
export type World = Outside & FromSettings & { settings: Settings }

type Outside = {
  db: Db
  /** For libraries that speak `pg` themselves. */
  pool: pg.Pool
  /** Identifies this installation at a shared card provider's account. */
  installation: string
  /** Rate limits, counted in the database. */
  limits: Limits
  log: Log
  clock: Clock
  random: Random
  /** Seals letters with the installation's key. */
  cipher: LetterCipher
  /** Hashes and checks passwords, a few at a time. */
  passwords: Passwords
  typesetter: Typesetter
  /** Merges the letters of a batch in a child process. */
  openMerger: OpenMerger
  cards: Stripe
  webhookSecret: string
  captcha: Captcha
  /** Undefined: there is no social sign-in. */
  social: SocialSignIn | undefined
  mailCarrier: MailCarrier
  fetchPicture: FetchPicture
  /** Undefined: alarms go by mail only. */
  sendAlarm: SendAlarm | undefined
  /** Undefined with an outside captcha. */
  altcha: Altcha | undefined
  /** Undefined outside the sandbox. */
  sandbox: { cards: CardSandbox; mint: MintCredential } | undefined
}

/** `cutOff` undefined: batches are closed by hand, and no hour is promised. */
type FromSettings = Pick<
  Settings,
  | 'publicUrl'
  | 'mode'
  | 'money'
  | 'cutOff'
  | 'closedDays'
  | 'postAhead'
  | 'paymentMethods'
  | 'requireVerifiedEmail'
> & {
  /** The seller on invoices; nothing is invented where it is not set. */
  seller: Omit<Settings['operator'], 'email'>
}

export const fromSettings = (settings: Settings): FromSettings & Pick<World, 'settings'> => ({
  settings,
  publicUrl: settings.publicUrl,
  mode: settings.mode,
  money: settings.money,
  cutOff: settings.cutOff,
  closedDays: settings.closedDays,
  postAhead: settings.postAhead,
  paymentMethods: settings.paymentMethods,
  requireVerifiedEmail: settings.requireVerifiedEmail,
  seller: settings.operator,
})
