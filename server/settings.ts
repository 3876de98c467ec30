import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MoneyMode } from '@lacre/letter/price/money-modes.ts'
import { readCutOff } from '@lacre/letter/cut-off.ts'
import { z } from 'zod'

type Environment = Record<string, string | undefined>
export type Settings = ReturnType<typeof readSettings>
/** Pingen, a press elsewhere: its API, where its tokens come from, and the key that signs its webhooks. */
export type PingenAccount = NonNullable<Settings['pingen']>

/** Every mistake at once, a sentence each, naming its variable. */
export class SettingsMistaken extends Error {
  mistakes: string[]
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** Puts the settings of a `.env` file where there is one into the environment; what is set there already wins. */
export function loadSettingsFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

const text = z.string()
const optional = text.optional()
const orNull = text.nullable().default(null)
const startsWith = (form: RegExp, names: string) => text.regex(form, `must begin with ${names}.`)
const urlOf = (protocol: RegExp, error: string) => z.url({ protocol, error })
const address = urlOf(/^https?$/, 'must be an http or https address.').transform((url) => new URL(url))
const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `must be one of: ${choices.join(', ')}.`)
function whole(otherwise: number, from: number, to: number) {
  const isWhole = (number: number) => Number.isInteger(number) && number >= from && number <= to
  const number = text.default(`${otherwise}`).transform(Number)
  return number.refine(isWhole, `must be a whole number from ${from} to ${to}.`)
}
const letterKey = /^[0-9a-f]{64}$/i
const formerKeys = text
  .transform((keys) => keys.split(/\s*,\s*/))
  .refine(
    (keys) => keys.every((key) => letterKey.test(key)),
    'must be 64 hexadecimal digits, or several such keys with commas between them.',
  )
const hour = text
  .default('17:30')
  .transform((time) => (time === '' || time === 'off' ? 'off' : readCutOff(time)))
  .refine((cutOff) => cutOff !== undefined, 'must be an hour like 17:30, or off.')

const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
const recaptcha = ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY']
const smtp = ['SMTP_URL', 'MAIL_FROM']
const pingen = ['PINGEN_CLIENT_ID', 'PINGEN_CLIENT_SECRET', 'PINGEN_ORGANISATION', 'PINGEN_WEBHOOK_KEY']
const google = ['GOOGLE_CLIENT_ID']
/** All of a provider's variables or none: half a provider is a mistake. */
const providers = [stripe, recaptcha, smtp, pingen, google]

/** Reads the environment once; nothing else does. @throws SettingsMistaken */
export function readSettings(environment: Environment) {
  const given = writtenIn(environment)
  const mistakes = [...providers.flatMap((names) => halfOf(names, given)), ...mistakesTogether(given)]
  function read<Value>(name: string, form: z.ZodType<Value>): Value {
    const { data, error } = form.safeParse(given[name])
    mistakes.push(...(error?.issues.map(({ message }) => `${name} ${message}`) ?? []))
    return data as Value // after a mistake nobody gets it
  }
  const ifSet = <Account>(names: string[], account: () => Account) =>
    names.every((name) => given[name]) ? account() : undefined

  const publicUrl = read('PUBLIC_URL', address.optional())
  const cutOff = read('CUTOFF', hour)
  const pingenApi = read('PINGEN_API_URL', address.prefault(realPress))
  const settings = {
    port: read('PORT', whole(3000, 0, 65_535)),
    host: read('HOST', text.default('localhost')),
    dataDir: resolve(read('DATA_DIR', text.default(join(import.meta.dirname, '..', 'data')))),
    databaseUrl: read('DATABASE_URL', urlOf(/^postgres(ql)?$/, 'must begin with postgres://.').optional()),
    /** Nobody's money, identity or mail is real in the sandbox; one deployment is either sandbox or real. */
    mode: isReal(given) ? ('real' as const) : ('sandbox' as const),
    money: moneyOf(given),
    cards: ifSet(stripe, () => ({
      secretKey: read(
        'STRIPE_SECRET_KEY',
        startsWith(secretForm, 'sk_test_, sk_live_, rk_test_ or rk_live_'),
      ),
      publishableKey: read('STRIPE_PUBLISHABLE_KEY', startsWith(publicForm, 'pk_test_ or pk_live_')),
      webhookSecret: read('STRIPE_WEBHOOK_SECRET', startsWith(/^whsec_/, 'whsec_')),
      apiUrl: read('STRIPE_API_URL', address.optional()),
    })),
    google: ifSet(google, () => ({
      clientId: read('GOOGLE_CLIENT_ID', text),
      certsUrl: read('GOOGLE_CERTS_URL', address.prefault('https://www.googleapis.com/oauth2/v3/certs')),
    })),
    recaptcha: ifSet(recaptcha, () => ({
      siteKey: read('RECAPTCHA_SITE_KEY', text),
      secretKey: read('RECAPTCHA_SECRET_KEY', text),
      verifyUrl: read(
        'RECAPTCHA_VERIFY_URL',
        address.prefault('https://www.google.com/recaptcha/api/siteverify'),
      ),
    })),
    smtp: ifSet(smtp, () => ({
      url: read(
        'SMTP_URL',
        urlOf(/^smtps?$/, 'must begin with smtps://, or smtp:// for a server with STARTTLS.'),
      ),
      from: read('MAIL_FROM', text.regex(/@[\w.-]+>?$/, 'must be an e-mail address.')),
    })),
    /** Who prints what is paid from now on. Letters that Pingen already has are followed as long as its keys are set. */
    printer: read('PRINTER', oneOf(['print-room', 'pingen']).default('print-room')),
    pingen: ifSet(pingen, () => ({
      apiUrl: pingenApi,
      authUrl: read('PINGEN_AUTH_URL', address.prefault('https://identity.pingen.com')),
      clientId: read('PINGEN_CLIENT_ID', text),
      clientSecret: read('PINGEN_CLIENT_SECRET', text),
      organisation: read('PINGEN_ORGANISATION', text),
      webhookKey: read('PINGEN_WEBHOOK_KEY', text),
    })),
    requireVerifiedEmail:
      read('REQUIRE_VERIFIED_EMAIL', oneOf(['true', 'false']).default('false')) === 'true',
    /** How many proxies stand before us: decides whose address counts for the limits. */
    trustProxy: read('TRUST_PROXY', whole(0, 0, 10)),
    logLevel: read('LOG_LEVEL', oneOf(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
    /** 64 hex digits; else a file in the data folder. */
    letterKey: read('LETTER_KEY', text.regex(letterKey, 'must be 64 hexadecimal digits.').optional()),
    /** They open what they sealed before a change of key, and seal nothing. */
    letterKeysOld: read('LETTER_KEY_OLD', formerKeys.default([])),
    typesetters: read('TYPESETTERS', whole(2, 1, 64)),
    metricsToken: read('METRICS_TOKEN', optional),
    /** When the day's batch is closed on working days; undefined: batches are closed by hand only. */
    cutOff: cutOff === 'off' ? undefined : cutOff,
    /** Whoever runs this site, as the law wants it said (LSSI, art. 10). Never invented. */
    operator: {
      name: read('OPERATOR_NAME', orNull),
      nif: read('OPERATOR_NIF', orNull),
      address: read('OPERATOR_ADDRESS', orNull),
      email: read('OPERATOR_EMAIL', orNull),
    },
  }
  if (mistakes.length) throw new SettingsMistaken(mistakes)
  /** Where people reach the site: links in e-mails, the card provider's way back. */
  return { ...settings, publicUrl: publicUrl ?? new URL(`http://localhost:${settings.port}`) }
}

/** Set but empty is as good as not set, but for `CUTOFF`, which it switches off. */
const writtenIn = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([name, value]) => value || (name === 'CUTOFF' && value === '')),
  )

function halfOf(names: string[], given: Environment): string[] {
  const [set, missing] = [names.filter((name) => given[name]), names.filter((name) => !given[name])]
  const are = (list: string[]) => `${list.join(' and ')} ${list.length > 1 ? 'are' : 'is'}`
  return set.length && missing.length ? [`${are(set)} set but ${are(missing)} missing.`] : []
}

/** By the key: the provider has test money and live money, and tells them apart. */
function moneyOf(given: Environment): MoneyMode {
  if (!isReal(given)) return 'sandbox'
  return secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1] === 'live' ? 'live' : 'test'
}

const isReal = (given: Environment) => providers.flat().some((name) => given[name])
const isLocal = (url: URL | null) => !url || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)

const secretForm = /^[sr]k_(test|live)_/
const publicForm = /^pk_(test|live)_/
const realPress = 'https://api.pingen.com'
const staysHere = 'the sandbox lets anybody in, so it stays on this machine.'

/** What is wrong between variables that may each be right. */
function mistakesTogether(given: Environment): string[] {
  const real = isReal(given)
  const lacks = (names: string[]) => names.every((name) => !given[name])
  const site = URL.parse(given['PUBLIC_URL'] ?? '')
  const host = given['HOST'] ?? 'localhost'
  const listensAt = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`)
  const money = secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1]
  const shown = publicForm.exec(given['STRIPE_PUBLISHABLE_KEY'] ?? '')?.[1]
  const press = lacks(pingen) ? undefined : URL.parse(given['PINGEN_API_URL'] ?? realPress)?.hostname
  const sentences: [isBroken: boolean, sentence: string][] = [
    [
      !!money && !!shown && money !== shown,
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is test, the other live.',
    ],
    [
      real && lacks(stripe),
      'STRIPE_SECRET_KEY is missing: with any real provider set, cards must be real too.',
    ],
    [real && lacks(smtp), 'SMTP_URL is missing: with any real provider set, mail must be real too.'],
    [!real && !isLocal(site), `PUBLIC_URL is not local but no provider key is set: ${staysHere}`],
    [
      !real && (!listensAt || !isLocal(listensAt)),
      `HOST is not local but no provider key is set: ${staysHere}`,
    ],
    [real && !isLocal(site) && site?.protocol !== 'https:', 'PUBLIC_URL must be https.'],
    [
      given['PRINTER'] === 'pingen' && lacks(pingen),
      'PRINTER is pingen but PINGEN_CLIENT_ID and the other PINGEN_ keys are missing.',
    ],
    // Money that was played must print nothing, and what was paid for must not end at a press that only plays.
    [
      money === 'test' && press === 'api.pingen.com',
      'STRIPE_SECRET_KEY is a test key but PINGEN_API_URL is the real press: it would print unpaid letters.',
    ],
    [
      money === 'live' && press === 'api-staging.pingen.com',
      'STRIPE_SECRET_KEY is live but PINGEN_API_URL is the staging press: paid letters would not be printed.',
    ],
    [
      !!given['RECAPTCHA_SITE_KEY']?.startsWith('6LeIxAcTAAAA') && !isLocal(site),
      "RECAPTCHA_SITE_KEY is Google's public test key, which lets everybody pass.",
    ],
  ]
  return sentences.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence)
}
