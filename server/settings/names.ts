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
