import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printColours } from '@lacre/letter/paper-profile.ts'
import { paymentMethods } from '@lacre/letter/price/payment-states.ts'
import { readCutOff, type CutOff, readClosedDays } from '@lacre/letter/days.ts'
import { z } from 'zod'
import { isNif } from '@lacre/letter/nif.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'

type Environment = Record<string, string | undefined>
export type Settings = ReturnType<typeof readSettings>

/** Every mistake at once, a sentence each, naming its variable. */
export class SettingsMistaken extends Error {
  mistakes: string[]
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** Loads a `.env` file into the environment; variables already set win. */
export function loadSettingsFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

const text = z.string()
const optional = text.optional()
const orNull = text.nullable().default(null)
const startsWith = (form: RegExp, names: string) => text.regex(form, `must begin with ${names}.`)
const urlOf = (protocol: RegExp, error: string) => z.url({ protocol, error })
const address = urlOf(/^https?$/, 'must be an http or https address.').transform((url) => new URL(url))
/** The path is often a secret, so it must be encrypted unless it stays on this machine. */
const alarmAddress = address.refine(
  (url) => url.protocol === 'https:' || isLocal(url),
  'must be an https address, or an http one of this machine.',
)
const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `must be one of: ${choices.join(', ')}.`)
function whole(otherwise: number, from: number, to: number) {
  const isWhole = (number: number) => Number.isInteger(number) && number >= from && number <= to
  const number = text.default(`${otherwise}`).transform(Number)
  return number.refine(isWhole, `must be a whole number from ${from} to ${to}.`)
}
const letterKey = /^[0-9a-f]{64}$/i
const listOfKeys = text
  .transform((keys) => keys.split(/\s*,\s*/))
  .refine(
    (keys) => keys.every((key) => letterKey.test(key)),
    'must be 64 hexadecimal digits, or several such keys with commas between them.',
  )
const hour = text
  .default('17:30')
  .transform((time) => (time === '' || time === 'off' ? 'off' : readCutOff(time)))
  .refine((cutOff) => cutOff !== undefined, 'must be an hour like 17:30, or off.')

const closings = text.transform((written, context) => {
  try {
    return readClosedDays(written)
  } catch {
    context.addIssue('must be days like 2026-12-24, with commas between them.')
    return z.NEVER
  }
})

const methods = text
  .default('card')
  .transform((names) => ['card', ...names.split(/[\s,]+/)])
  .pipe(z.array(oneOf(paymentMethods)))
  .transform((names) => paymentMethods.filter((name) => names.includes(name)))

/** Reads the environment once. @throws SettingsMistaken */
export function readSettings(environment: Environment) {
  const given = writtenIn(environment)
  const mistakes = [...unknownSettings(given), ...mistakesTogether(given)]
  function read<Value>(name: string, form: z.ZodType<Value>): Value {
    const { data, error } = form.safeParse(given[name])
    mistakes.push(...(error?.issues.map(({ message }) => `${name} ${message}`) ?? []))
    return data as Value // unused after a mistake
  }
  const ifSet = <Account>(names: string[], account: () => Account) =>
    names.every((name) => given[name]) ? account() : undefined

  const publicUrl = read('PUBLIC_URL', address.optional())
  const cutOff = read('CUTOFF', hour)
  const closed = read('CLOSED_DAYS', closings.optional()) ?? []
  const closing: CutOff | undefined = cutOff && cutOff !== 'off' ? { ...cutOff, closed } : undefined
  const settings = {
    port: read('PORT', whole(3000, 0, 65_535)),
    host: read('HOST', text.default('localhost')),
    dataDir: resolve(read('DATA_DIR', text.default(join(import.meta.dirname, '..', 'data')))),
    databaseUrl: read('DATABASE_URL', urlOf(/^postgres(ql)?$/, 'must begin with postgres://.').optional()),
    /** Connections of this server; all servers together must stay below the database's `max_connections`. */
    databasePool: read('DATABASE_POOL', whole(12, 2, 50)),
    /** Who makes backups: `lacre backup`, or a tool this server does not watch. */
    backups: read('BACKUPS', oneOf(['lacre', 'elsewhere']).default('lacre')),
    /** In the sandbox money, identities and mail are not real; a deployment is either sandbox or real. */
    mode: isReal(given) ? ('real' as const) : ('sandbox' as const),
    money: readMoneyMode(given),
    cards: ifSet(stripe, () => ({
      secretKey: read(
        'STRIPE_SECRET_KEY',
        startsWith(secretForm, 'sk_test_, sk_live_, rk_test_ or rk_live_'),
      ),
      publishableKey: read('STRIPE_PUBLISHABLE_KEY', startsWith(publicForm, 'pk_test_ or pk_live_')),
      webhookSecret: read('STRIPE_WEBHOOK_SECRET', startsWith(/^whsec_/, 'whsec_')),
      apiUrl: read('STRIPE_API_URL', address.optional()),
    })),
    /** Cards always, and other methods as set. */
    paymentMethods: read('PAYMENT_METHODS', methods),
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
    printColour: read('PRINT_COLOUR', oneOf(printColours).default('color')),
    requireVerifiedEmail:
      read('REQUIRE_VERIFIED_EMAIL', oneOf(['true', 'false']).default('false')) === 'true',
    /** The number of proxies in front of us, which decides the address that limits count. */
    trustProxy: read('TRUST_PROXY', whole(0, 0, 10)),
    logLevel: read('LOG_LEVEL', oneOf(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
    /** 64 hex digits each, the first seals; by default a file in the data folder. */
    letterKeys: read('LETTER_KEYS', listOfKeys.optional()),
    typesetters: read('TYPESETTERS', whole(2, 1, 64)),
    /** Where alarms go besides OPERATOR_EMAIL. */
    alarmWebhook: read('ALARM_WEBHOOK', alarmAddress.optional()),
    metricsToken: read('METRICS_TOKEN', optional),
    /** When the day's batch is closed on working days; undefined: batches are closed by hand only. */
    cutOff: closing,
    /** Besides weekends and national holidays: nothing is printed or posted, and `cutOff` closes nothing. */
    closedDays: closed,
    /** How many days ahead a letter may be sent. */
    postAhead: read('POST_AHEAD_DAYS', whole(90, 1, 365)),
    /** The site's operator, as the law requires (LSSI, art. 10). Never invented. */
    operator: {
      name: read('OPERATOR_NAME', orNull),
      nif: read('OPERATOR_NIF', orNull),
      address: read('OPERATOR_ADDRESS', orNull),
      email: read('OPERATOR_EMAIL', orNull),
    },
  }
  if (mistakes.length) throw new SettingsMistaken(mistakes)
  /** The site's public address: for links in mails and the card provider's return. */
  return { ...settings, publicUrl: publicUrl ?? new URL(`http://localhost:${settings.port}`) }
}

/** An empty variable counts as not set, except `CUTOFF`, which it switches off. */
const writtenIn = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([name, value]) => value || (name === 'CUTOFF' && value === '')),
  )

/** Every setting, as `.env.example` lists them. */
export const settingNames: readonly string[] = `
  PORT HOST PUBLIC_URL TRUST_PROXY
  DATA_DIR DATABASE_URL DATABASE_POOL LETTER_KEYS BACKUPS
  STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET STRIPE_API_URL PAYMENT_METHODS
  SMTP_URL MAIL_FROM
  RECAPTCHA_SITE_KEY RECAPTCHA_SECRET_KEY RECAPTCHA_VERIFY_URL
  GOOGLE_CLIENT_ID GOOGLE_CERTS_URL
  PRINT_COLOUR
  OPERATOR_NAME OPERATOR_NIF OPERATOR_ADDRESS OPERATOR_EMAIL
  CUTOFF CLOSED_DAYS POST_AHEAD_DAYS REQUIRE_VERIFIED_EMAIL TYPESETTERS LOG_LEVEL METRICS_TOKEN ALARM_WEBHOOK
`
  .trim()
  .split(/\s+/)

/** Prefixes only we use: an unknown name with one is a typing error. */
const ours = /^(STRIPE|SMTP|RECAPTCHA|OPERATOR|LETTER)_/

/** `STRIPE_SECRET_KY` would start a sandbox instead of the real server. */
const unknownSettings = (given: Environment): string[] =>
  Object.keys(given)
    .filter((name) => ours.test(name) && !settingNames.includes(name))
    .map((name) => `${name} is no setting. Unset it if it is somebody else's.`)

const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
const recaptcha = ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY']
const smtp = ['SMTP_URL', 'MAIL_FROM']
const google = ['GOOGLE_CLIENT_ID']
/** All of a provider's variables or none. */
const providers = [stripe, recaptcha, smtp, google]

/** By the key, since the provider's keys are test or live. */
function readMoneyMode(given: Environment): MoneyMode {
  if (!isReal(given)) return 'sandbox'
  return secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1] === 'live' ? 'live' : 'test'
}

const isReal = (given: Environment) => providers.flat().some((name) => given[name])
const isLocal = (url: URL | null) => !url || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)

const secretForm = /^[sr]k_(test|live)_/
const publicForm = /^pk_(test|live)_/
const staysHere = 'the sandbox lets anybody in, so it stays on this machine.'

function halfOf(names: string[], given: Environment): string[] {
  const [set, missing] = [names.filter((name) => given[name]), names.filter((name) => !given[name])]
  const are = (list: string[]) => `${list.join(' and ')} ${list.length > 1 ? 'are' : 'is'}`
  return set.length && missing.length ? [`${are(set)} set but ${are(missing)} missing.`] : []
}

/** Mistakes in the combination of valid variables. */
function mistakesTogether(given: Environment): string[] {
  const real = isReal(given)
  const lacks = (names: string[]) => names.every((name) => !given[name])
  const site = URL.parse(given['PUBLIC_URL'] ?? '')
  const host = given['HOST'] ?? 'localhost'
  const listensAt = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`)
  const money = secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1]
  const shown = publicForm.exec(given['STRIPE_PUBLISHABLE_KEY'] ?? '')?.[1]
  /** Not with a stand-in, which tests use. */
  const isLiveMoney = money === 'live' && !given['STRIPE_API_URL']
  const unsaid = shownByLaw.filter((name) => !given[name])
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
      isLiveMoney && isLocal(site),
      'STRIPE_SECRET_KEY is live but PUBLIC_URL is local: nobody could pay there, and mails would lead nowhere.',
    ],
    [
      isLiveMoney && unsaid.length > 0,
      `${unsaid.join(', ')} missing: the legal pages must say who runs the site (LSSI, art. 10).`,
    ],
    [
      !!given['OPERATOR_NIF'] && !isNif(given['OPERATOR_NIF']),
      'OPERATOR_NIF is no Spanish tax number: its check digit does not fit.',
    ],
    [
      !!given['RECAPTCHA_SITE_KEY']?.startsWith('6LeIxAcTAAAA') && !isLocal(site),
      "RECAPTCHA_SITE_KEY is Google's public test key, which lets everybody pass.",
    ],
  ]
  return [
    ...providers.flatMap((names) => halfOf(names, given)),
    ...sentences.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence),
    ...placeholders(given),
  ]
}

const shownByLaw = ['OPERATOR_NAME', 'OPERATOR_NIF', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL']

/** Placeholders of `.env.example` and other examples. */
const placeholder = /…|\.\.\.|^<.*>$|^(x{3,}|changeme|todo)$|[@/.]example\.(com|org|net)\b/i
const placeholders = (given: Environment) =>
  settingNames
    .filter((name) => placeholder.test(given[name] ?? ''))
    .map((name) => `${name} still holds an example's placeholder.`)
