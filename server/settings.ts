import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printColours } from '@lacre/letter/paper-profile.ts'
import { paymentMethods } from '@lacre/letter/price/payment-states.ts'
import { readCutOff, type CutOff, readClosedDays } from '@lacre/letter/days.ts'
import { z } from 'zod'
import {
  unknownSettings,
  google,
  isLocal,
  isReal,
  mistakesTogether,
  moneyOf,
  publicForm,
  recaptcha,
  secretForm,
  smtp,
  stripe,
} from './settings-checks.ts'

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
/** Its path is often a secret: encrypted, unless it stays on this machine. */
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

/** Reads the environment once; nothing else does. @throws SettingsMistaken */
export function readSettings(environment: Environment) {
  const given = writtenIn(environment)
  const mistakes = [...unknownSettings(given), ...mistakesTogether(given)]
  function read<Value>(name: string, form: z.ZodType<Value>): Value {
    const { data, error } = form.safeParse(given[name])
    mistakes.push(...(error?.issues.map(({ message }) => `${name} ${message}`) ?? []))
    return data as Value // after a mistake nobody gets it
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
    /** Connections of this server to the database; all servers together stay below its `max_connections`. */
    databasePool: read('DATABASE_POOL', whole(12, 2, 50)),
    /** Who makes backups: `lacre backup`, or something else that this server need not watch. */
    backups: read('BACKUPS', oneOf(['lacre', 'elsewhere']).default('lacre')),
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
    /** Cards always, and what else one pays with. */
    paymentMethods: read('PAYMENT_METHODS', methods),
    /** How many letters one may pay together; 1 while a server runs that knows no such orders. */
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
    /** How many proxies stand before us: decides whose address counts for the limits. */
    trustProxy: read('TRUST_PROXY', whole(0, 0, 10)),
    logLevel: read('LOG_LEVEL', oneOf(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
    /** 64 hex digits each, the first seals; else a file in the data folder. */
    letterKeys: read('LETTER_KEYS', listOfKeys.optional()),
    typesetters: read('TYPESETTERS', whole(2, 1, 64)),
    /** Where alarms go besides OPERATOR_EMAIL. */
    alarmWebhook: read('ALARM_WEBHOOK', alarmAddress.optional()),
    metricsToken: read('METRICS_TOKEN', optional),
    /** When the day's batch is closed on working days; undefined: batches are closed by hand only. */
    cutOff: closing,
    /** Besides weekends and national holidays: then nothing is printed or posted, and `cutOff` closes nothing. */
    closedDays: closed,
    /** How many days ahead a letter may be sent. */
    postAhead: read('POST_AHEAD_DAYS', whole(90, 1, 365)),
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
