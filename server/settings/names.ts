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
/** Short names are near to everything. */
const [longEnough, mostSlips] = [8, 2]

/** `STRIPE_SECRET_KY` would be a sandbox where a business was meant. The environment of a process holds others' names too. */
export function unknownSettings(given: Environment): string[] {
  return Object.keys(given)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const [nearest] = settingNames
        .map((known) => ({ known, slips: slipsBetween(name, known) }))
        .sort((a, b) => a.slips - b.slips)
      const isSlip = name.length >= longEnough && nearest!.slips <= mostSlips
      return isSlip || ours.test(name)
        ? [`${name} is no setting: did you mean ${nearest!.known}? Unset it if it is somebody else's.`]
        : []
    })
}

/** Letters to change, add or take away (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])))
    row = next
  }
  return row[b.length]!
}
