import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCutOff, type CutOff } from '@lacre/letter/cut-off.ts'

/** Pingen, a press elsewhere: its API, where its tokens come from, and the key that signs its webhooks. */
export type PingenAccount = {
  apiUrl: URL
  authUrl: URL
  clientId: string
  clientSecret: string
  organisation: string
  webhookKey: string
}

export type Settings = {
  port: number
  host: string
  /** Where people reach the site: links in e-mails, the card provider's way back. */
  publicUrl: URL
  dataDir: string
  databaseUrl: string | undefined
  /** Nobody's money, identity or mail is real in the sandbox; one deployment is either sandbox or real. */
  mode: 'sandbox' | 'real'
  cards:
    { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: URL | undefined } | undefined
  google: { clientId: string; certsUrl: URL } | undefined
  recaptcha: { siteKey: string; secretKey: string; verifyUrl: URL } | undefined
  smtp: { url: string; from: string } | undefined
  /** Who prints what is paid from now on. Letters that Pingen already has are followed as long as its keys are set. */
  printer: 'print-room' | 'pingen'
  pingen: PingenAccount | undefined
  requireVerifiedEmail: boolean
  /** How many proxies stand before us: decides whose address counts for the limits. */
  trustProxy: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** 64 hex digits; else a file in the data folder. */
  letterKey: string | undefined
  /** Each 64 hex digits: they open what they sealed before a change of key, and seal nothing. */
  letterKeysOld: string[]
  typesetters: number
  metricsToken: string | undefined
  /** When the day's batch is closed on working days; undefined: batches are closed by hand only. */
  cutOff: CutOff | undefined
  /** Whoever runs this site, as the law wants it said (LSSI, art. 10). Never invented. */
  operator: { name: string | null; nif: string | null; address: string | null; email: string | null }
}

type Environment = Record<string, string | undefined>

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

const isLocal = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Reads the environment once; nothing else does. @throws SettingsMistaken */
export function readSettings(environment: Environment): Settings {
  const mistakes: string[] = []
  const text = (name: string) => environment[name]?.trim() || undefined
  const number = (name: string, otherwise: number, from: number, to: number) => {
    const given = Number(text(name) ?? otherwise)
    if (!Number.isInteger(given) || given < from || given > to)
      mistakes.push(`${name} must be a whole number from ${from} to ${to}.`)
    return given
  }
  const url = (name: string, otherwise: string) => {
    const parsed = URL.parse(text(name) ?? otherwise)
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      mistakes.push(`${name} must be an http or https address.`)
    return parsed ?? new URL(otherwise)
  }
  const choice = <One extends string>(name: string, otherwise: One, choices: readonly One[]) => {
    const given = choices.find((one) => one === (text(name) ?? otherwise))
    if (!given) mistakes.push(`${name} must be one of: ${choices.join(', ')}.`)
    return given ?? otherwise
  }
  /** All of a provider's variables or none: half a provider is a mistake. */
  const together = (...names: string[]) => {
    const missing = names.filter((name) => !text(name))
    if (missing.length === names.length) return undefined
    if (missing.length) {
      const set = names.filter((name) => text(name))
      mistakes.push(
        `${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
      )
    }
    return names.map((name) => text(name) ?? '')
  }

  const port = number('PORT', 3000, 0, 65_535)
  const publicUrl = url('PUBLIC_URL', `http://localhost:${port >= 0 && port <= 65_535 ? port : 3000}`)
  const stripe = together('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET')
  const recaptcha = together('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY')
  const smtp = together('SMTP_URL', 'MAIL_FROM')
  const pingen = together(
    'PINGEN_CLIENT_ID',
    'PINGEN_CLIENT_SECRET',
    'PINGEN_ORGANISATION',
    'PINGEN_WEBHOOK_KEY',
  )
  const googleClientId = text('GOOGLE_CLIENT_ID')
  const isReal = !!(stripe ?? recaptcha ?? smtp ?? pingen ?? googleClientId)

  if (stripe) mistakes.push(...mistakesOfStripe(stripe))
  if (isReal && !stripe)
    mistakes.push('STRIPE_SECRET_KEY is missing: with any real provider set, cards must be real too.')
  if (isReal && !smtp)
    mistakes.push('SMTP_URL is missing: with any real provider set, mail must be real too.')
  if (!isReal && !isLocal(publicUrl))
    mistakes.push(
      'PUBLIC_URL is not local but no provider key is set: the sandbox lets anybody in, so it stays on this machine.',
    )
  const host = text('HOST') ?? 'localhost'
  if (!isReal && !isLocal(new URL(`http://${host.includes(':') ? `[${host}]` : host}`)))
    mistakes.push(
      'HOST is not local but no provider key is set: the sandbox lets anybody in, so it stays on this machine.',
    )
  if (smtp && !/^smtps?:$/.test(URL.parse(smtp[0] ?? '')?.protocol ?? ''))
    mistakes.push('SMTP_URL must begin with smtp:// or smtps://.')
  if (smtp && !/@[\w.-]+>?$/.test(smtp[1] ?? '')) mistakes.push('MAIL_FROM must be an e-mail address.')
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:$/.test(URL.parse(databaseUrl)?.protocol ?? ''))
    mistakes.push('DATABASE_URL must begin with postgres://.')
  if (isReal && !isLocal(publicUrl) && publicUrl.protocol !== 'https:')
    mistakes.push('PUBLIC_URL must be https.')
  const pingenApi = url('PINGEN_API_URL', 'https://api.pingen.com')
  const printer = choice('PRINTER', 'print-room', ['print-room', 'pingen'])
  if (printer === 'pingen' && !pingen)
    mistakes.push('PRINTER is pingen but PINGEN_CLIENT_ID and the other PINGEN_ keys are missing.')
  if (pingen && stripe) mistakes.push(...mistakesOfPress(stripe[0] ?? '', pingenApi))
  if (recaptcha?.[0]?.startsWith('6LeIxAcTAAAA') && !isLocal(publicUrl))
    mistakes.push("RECAPTCHA_SITE_KEY is Google's public test key, which lets everybody pass.")
  const letterKey = text('LETTER_KEY')
  if (letterKey && !/^[0-9a-f]{64}$/i.test(letterKey))
    mistakes.push('LETTER_KEY must be 64 hexadecimal digits.')
  const letterKeysOld = text('LETTER_KEY_OLD')?.split(/\s*,\s*/) ?? []
  if (letterKeysOld.some((key) => !/^[0-9a-f]{64}$/i.test(key)))
    mistakes.push(
      'LETTER_KEY_OLD must be 64 hexadecimal digits, or several such keys with commas between them.',
    )

  // Set but empty switches it off: unlike elsewhere, not set means the default.
  const givenCutOff = environment['CUTOFF']?.trim() ?? '17:30'
  const isByHand = givenCutOff === '' || givenCutOff === 'off'
  const cutOff = isByHand ? undefined : readCutOff(givenCutOff)
  if (!isByHand && !cutOff) mistakes.push('CUTOFF must be an hour like 17:30, or off.')

  const [secretKey = '', publishableKey = '', webhookSecret = ''] = stripe ?? []
  const settings: Settings = {
    port,
    host,
    publicUrl,
    dataDir: resolve(text('DATA_DIR') ?? join(import.meta.dirname, '..', 'data')),
    databaseUrl,
    mode: isReal ? 'real' : 'sandbox',
    cards: stripe && {
      secretKey,
      publishableKey,
      webhookSecret,
      apiUrl: text('STRIPE_API_URL') ? url('STRIPE_API_URL', 'https://api.stripe.com') : undefined,
    },
    google: googleClientId
      ? {
          clientId: googleClientId,
          certsUrl: url('GOOGLE_CERTS_URL', 'https://www.googleapis.com/oauth2/v3/certs'),
        }
      : undefined,
    recaptcha: recaptcha && {
      siteKey: recaptcha[0] ?? '',
      secretKey: recaptcha[1] ?? '',
      verifyUrl: url('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
    },
    smtp: smtp && { url: smtp[0] ?? '', from: smtp[1] ?? '' },
    printer,
    pingen: pingen && {
      apiUrl: pingenApi,
      authUrl: url('PINGEN_AUTH_URL', 'https://identity.pingen.com'),
      clientId: pingen[0] ?? '',
      clientSecret: pingen[1] ?? '',
      organisation: pingen[2] ?? '',
      webhookKey: pingen[3] ?? '',
    },
    requireVerifiedEmail: choice('REQUIRE_VERIFIED_EMAIL', 'false', ['true', 'false']) === 'true',
    trustProxy: number('TRUST_PROXY', 0, 0, 10),
    logLevel: choice('LOG_LEVEL', 'info', ['silent', 'error', 'warn', 'info', 'debug']),
    letterKey,
    letterKeysOld,
    typesetters: number('TYPESETTERS', 2, 1, 64),
    metricsToken: text('METRICS_TOKEN'),
    cutOff,
    operator: {
      name: text('OPERATOR_NAME') ?? null,
      nif: text('OPERATOR_NIF') ?? null,
      address: text('OPERATOR_ADDRESS') ?? null,
      email: text('OPERATOR_EMAIL') ?? null,
    },
  }
  if (mistakes.length) throw new SettingsMistaken(mistakes)
  return settings
}

function mistakesOfStripe([secret = '', publishable = '', webhook = '']: string[]): string[] {
  const modeOf = (key: string, kinds: string) => new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1]
  const ours = modeOf(secret, 'sk|rk')
  const theirs = modeOf(publishable, 'pk')
  const mistakes: string[] = []
  if (secret && !ours)
    mistakes.push('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.')
  if (publishable && !theirs) mistakes.push('STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_.')
  if (ours && theirs && ours !== theirs)
    mistakes.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is test, the other live.',
    )
  if (webhook && !webhook.startsWith('whsec_')) mistakes.push('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  return mistakes
}

/** Money that was played must print nothing, and what was paid for must not end at a press that only plays. */
function mistakesOfPress(stripeKey: string, { hostname }: URL): string[] {
  const isTest = stripeKey.includes('_test_')
  if (isTest && hostname === 'api.pingen.com')
    return [
      'STRIPE_SECRET_KEY is a test key but PINGEN_API_URL is the real press: it would print unpaid letters.',
    ]
  if (!isTest && hostname === 'api-staging.pingen.com')
    return [
      'STRIPE_SECRET_KEY is live but PINGEN_API_URL is the staging press: paid letters would not be printed.',
    ]
  return []
}
