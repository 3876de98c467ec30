import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { spendAnswer } from './accounts/captcha-routes.ts'
import { letterCipher, foreignKeys, keysAtHand, letterKeys } from './database/cipher.ts'
import type { Watch } from './database/embedded.ts'
import {
  databaseMode,
  installationId,
  type Database,
  type InstalledDatabase,
  openDatabase,
} from './database/open.ts'
import { openRestoration } from './database/restore.ts'
import type { Db } from './database/tables.ts'
import { createLimits } from './http/limits.ts'
import { createAlarmWebhook } from './outside/alarm-webhook.ts'
import { createAltcha, createRecaptcha } from './outside/captcha.ts'
import { sandboxCards, stripeCards } from './outside/cards.ts'
import { systemClock, systemRandom } from './outside/clock.ts'
import { createGoogleSignIn, googleKeys } from './outside/google.ts'
import { smtpCarrier } from './outside/mail.ts'
import { createPictureFetcher } from './outside/pictures.ts'
import { createMergerApart } from './print-room/merge.ts'
import { createCardSandbox } from './sandbox/cards.ts'
import { createSandboxSocial } from './sandbox/google.ts'
import { sandboxMailCarrier } from './sandbox/mail.ts'
import type { Settings } from './settings.ts'
import { StartTrouble } from './start-trouble.ts'
import { fromSettings, type World } from './world.ts'
import { createPasswords } from './accounts/passwords.ts'

const clock = systemClock
const random = systemRandom

/**
 * The database of the settings; the embedded one is in the data folder.
 * @throws DatabaseTrouble; StartTrouble for a database of another mode, one sealed with other keys, or one restored and
 * not settled (allowed by `unsettled`).
 */
export async function openServerDatabase(
  settings: Settings,
  options: {
    create?: boolean
    watch?: Watch
    onLost?: (code: string) => void
    unsettled?: boolean
  } = {},
): Promise<InstalledDatabase> {
  const database = await openDatabase({
    ...whereOf(settings),
    connections: settings.databasePool,
    ...options,
  })
  try {
    if (!options.create && !keysAtHand(settings)) throw new StartTrouble(noKey)
    const trouble = await troubleOf(database.db, settings, options.unsettled ?? false)
    if (trouble) throw new StartTrouble(trouble)
    return { ...database, installation: await installationId(database.db) }
  } catch (error) {
    await database.close()
    throw error
  }
}

export const whereOf = (settings: Settings) => ({
  url: settings.databaseUrl,
  dir: postgresFolder(settings),
})
export const postgresFolder = ({ dataDir }: Settings): string => join(dataDir, 'postgres')

/** Why this database cannot be used with these settings. */
async function troubleOf(db: Db, settings: Settings, unsettled: boolean): Promise<string | undefined> {
  const known = await databaseMode(db, settings.money)
  if (known !== settings.money) return otherMode[known]
  const foreign = await foreignKeys(db, keysAtHand(settings))
  if (foreign.length) return otherKey(foreign)
  return !unsettled && (await openRestoration(db)) ? notSettled : undefined
}

const noKey =
  'There is no letter key: put the one of this installation into LETTER_KEYS or DATA_DIR/letter-key. Only npm start makes one.'

const notSettled =
  'This database came out of a backup and does not know yet what was paid since: run npm run lacre -- restore --settle'

const otherKey = (names: string[]) =>
  `Letters here are sealed with a key that is not at hand (${names.join(', ')}): put it into LETTER_KEYS or DATA_DIR/letter-key, after the first. Without it nobody can print them.`

const otherMode = {
  sandbox:
    'This database was made in the sandbox, where payments and accounts are played: start the real server on another DATA_DIR or DATABASE_URL.',
  live: 'This database takes live money: set the live keys of the card provider, or start on another DATA_DIR or DATABASE_URL.',
  test: 'The letters of this database were paid with test cards: start on another DATA_DIR or DATABASE_URL, or, when none is under way, run npm run lacre -- go-live with the live keys.',
} satisfies Record<MoneyMode, string>

/** Without the typesetter, which only a server needs, and the log, which comes with the app. */
type OpenedWorld = Omit<World, 'typesetter' | 'log'>

/** Each service with a key is the real provider; in the sandbox all are ours. */
export function openWorld(settings: Settings, database: InstalledDatabase): OpenedWorld {
  const keys = letterKeys(settings, random)
  const secretFor = (use: string) => Buffer.from(hkdfSync('sha256', keys.current(), '', use, 32))
  const { db, pool, installation } = database
  return {
    ...fromSettings(settings),
    clock,
    random,
    db,
    pool,
    installation,
    limits: createLimits(pool),
    cipher: letterCipher(keys, random),
    openMerger: createMergerApart(),
    passwords: createPasswords(),
    fetchPicture: createPictureFetcher(),
    sendAlarm: settings.alarmWebhook && createAlarmWebhook(settings.alarmWebhook),
    mailCarrier: settings.smtp ? smtpCarrier(settings.smtp) : sandboxMailCarrier({ db, clock }),
    ...captchas(settings, database, secretFor('captcha')),
    ...(settings.cards
      ? realProviders(settings, settings.cards)
      : sandbox(database, secretFor('sandbox-webhook'))),
  }
}

function captchas(
  { recaptcha, publicUrl }: Settings,
  { db }: Database,
  key: Buffer,
): Pick<World, 'captcha' | 'altcha'> {
  if (recaptcha)
    return { captcha: createRecaptcha({ ...recaptcha, hostname: publicUrl.hostname }), altcha: undefined }
  const altcha = createAltcha({
    key,
    clock,
    random,
    spend: (nonce, expiresAt) => spendAnswer(db, nonce, expiresAt),
  })
  return { captcha: altcha, altcha }
}

type Providers = Pick<World, 'cards' | 'webhookSecret' | 'social' | 'sandbox'>

function realProviders({ google }: Settings, cards: NonNullable<Settings['cards']>): Providers {
  return {
    cards: stripeCards(cards),
    webhookSecret: cards.webhookSecret,
    social:
      google && createGoogleSignIn({ clientId: google.clientId, keys: googleKeys(google.certsUrl), clock }),
    sandbox: undefined,
  }
}

function sandbox({ db }: Database, webhookKey: Buffer): Providers {
  const cards = createCardSandbox({ db, clock, random })
  const { signIn, mint } = createSandboxSocial(clock)
  return {
    cards: sandboxCards(cards.fetch),
    webhookSecret: `whsec_${webhookKey.toString('hex')}`,
    social: signIn,
    sandbox: { cards, mint },
  }
}
