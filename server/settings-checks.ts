import { isNif } from '@lacre/letter/nif.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'

type Environment = Record<string, string | undefined>

/** Every setting there is, as `.env.example` lists them. */
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

/** Names that nobody else's programs use: what begins so and is none of ours is a slip. */
const ours = /^(STRIPE|SMTP|RECAPTCHA|OPERATOR|LETTER)_/

/** `STRIPE_SECRET_KY` would be a sandbox where a business was meant. */
export const unknownSettings = (given: Environment): string[] =>
  Object.keys(given)
    .filter((name) => ours.test(name) && !settingNames.includes(name))
    .map((name) => `${name} is no setting. Unset it if it is somebody else's.`)

export const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
export const recaptcha = ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY']
export const smtp = ['SMTP_URL', 'MAIL_FROM']
export const google = ['GOOGLE_CLIENT_ID']
/** All of a provider's variables or none: half a provider is a mistake. */
const providers = [stripe, recaptcha, smtp, google]

/** By the key: the provider has test money and live money, and tells them apart. */
export function moneyOf(given: Environment): MoneyMode {
  if (!isReal(given)) return 'sandbox'
  return secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1] === 'live' ? 'live' : 'test'
}

export const isReal = (given: Environment) => providers.flat().some((name) => given[name])
export const isLocal = (url: URL | null) => !url || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)

export const secretForm = /^[sr]k_(test|live)_/
export const publicForm = /^pk_(test|live)_/
const staysHere = 'the sandbox lets anybody in, so it stays on this machine.'

function halfOf(names: string[], given: Environment): string[] {
  const [set, missing] = [names.filter((name) => given[name]), names.filter((name) => !given[name])]
  const are = (list: string[]) => `${list.join(' and ')} ${list.length > 1 ? 'are' : 'is'}`
  return set.length && missing.length ? [`${are(set)} set but ${are(missing)} missing.`] : []
}

/** What is wrong between variables that may each be right. */
export function mistakesTogether(given: Environment): string[] {
  const real = isReal(given)
  const lacks = (names: string[]) => names.every((name) => !given[name])
  const site = URL.parse(given['PUBLIC_URL'] ?? '')
  const host = given['HOST'] ?? 'localhost'
  const listensAt = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`)
  const money = secretForm.exec(given['STRIPE_SECRET_KEY'] ?? '')?.[1]
  const shown = publicForm.exec(given['STRIPE_PUBLISHABLE_KEY'] ?? '')?.[1]
  /** Not a stand-in's, which tests talk to. */
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

/** What `.env.example` and other people's examples hold where a value belongs. */
const placeholder = /…|\.\.\.|^<.*>$|^(x{3,}|changeme|todo)$|[@/.]example\.(com|org|net)\b/i
const placeholders = (given: Environment) =>
  settingNames
    .filter((name) => placeholder.test(given[name] ?? ''))
    .map((name) => `${name} still holds an example's placeholder.`)
