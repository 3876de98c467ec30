import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { createSpendAnswer } from './accounts/spend-captcha.ts'
import { houseMode, type HouseMode } from './database/house-mode.ts'
import { letterCipher } from './database/letter-cipher.ts'
import { foreignKeys } from './database/foreign-keys.ts'
import { keysAtHand, letterKeys } from './database/letter-keys.ts'
import { openDatabase, type Database } from './database/open.ts'
import { createAltcha } from './outside/captcha-altcha.ts'
import { createRecaptcha } from './outside/captcha-recaptcha.ts'
import { createCardSandbox } from './outside/cards-sandbox.ts'
import { sandboxCards, stripeCards } from './outside/cards-stripe.ts'
import { systemChance } from './outside/chance.ts'
import { systemClock } from './outside/clock.ts'
import { sandboxMailCarrier } from './outside/mail-sandbox.ts'
import { smtpCarrier } from './outside/mail-smtp.ts'
import { createPictureFetcher } from './outside/picture-fetcher-real.ts'
import { createPingen } from './outside/printer-pingen.ts'
import { createGoogleSignIn, googleKeys } from './outside/social-google.ts'
import { createSandboxSocial } from './outside/social-sandbox.ts'
import type { Settings } from './settings.ts'
import { StartTrouble } from './start-trouble.ts'
import type { World } from './world.ts'

const clock = systemClock
const chance = systemChance

/**
 * The database as the settings name it. The embedded one stands in the data folder.
 * @throws StartTrouble when it is a database of the other mode, or its letters are sealed with other keys.
 */
export async function openHouseDatabase(
  settings: Settings,
  options: { keepAdopted?: boolean; onLost?: (code: string) => void } = {},
): Promise<Database> {
  const { databaseUrl, dataDir, mode } = settings
  const database = await openDatabase({ url: databaseUrl, dir: join(dataDir, 'postgres'), ...options })
  const known = await houseMode(database.db, mode)
  const foreign = await foreignKeys(database.db, keysAtHand(settings))
  const trouble = known !== mode ? otherMode[known] : foreign.length ? otherKey(foreign) : undefined
  if (!trouble) return database
  await database.close()
  throw new StartTrouble(trouble)
}

const otherKey = (names: string[]) =>
  `Letters here are sealed with a key that is not at hand (${names.join(', ')}): put it into LETTER_KEY, LETTER_KEY_OLD or DATA_DIR/letter-key. Without it nobody can print them.`

const otherMode = {
  sandbox:
    'This database was made in the sandbox, where payments and accounts are played: start the real house on another DATA_DIR or DATABASE_URL.',
  real: 'This database belongs to a real house and no provider key is set: set the keys, or start the sandbox on another DATA_DIR or DATABASE_URL.',
} satisfies Record<HouseMode, string>

/**
 * The real world: whatever has its keys is the provider itself, in the sandbox all of it is ours. Without the
 * typesetter, which only a server needs.
 */
export function openWorld(settings: Settings, database: Database): Omit<World, 'typesetter'> {
  const keys = letterKeys(settings, chance)
  const secretFor = (use: string) => Buffer.from(hkdfSync('sha256', keys.current(), '', use, 32))
  const { db } = database
  return {
    settings,
    clock,
    chance,
    database,
    cipher: letterCipher(keys, chance),
    fetchPicture: createPictureFetcher(),
    printer: settings.pingen && createPingen(settings.pingen, clock),
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
  const altcha = createAltcha({ key, clock, chance, spend: createSpendAnswer(db) })
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
  const cards = createCardSandbox({ db, clock, chance })
  const { signIn, mint } = createSandboxSocial(clock)
  return {
    cards: sandboxCards(cards.fetch),
    webhookSecret: `whsec_${webhookKey.toString('hex')}`,
    social: signIn,
    sandbox: { cards, mint },
  }
}
