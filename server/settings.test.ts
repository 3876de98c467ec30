import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, SettingsMistaken, settingNames } from './settings.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}
const smtp = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'cartas@ejemplo.test' }

const live = {
  ...stripe,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  PUBLIC_URL: 'https://lacre.example',
  OPERATOR_NAME: 'Cartas de Prueba, S.L.',
  OPERATOR_NIF: 'B12345674',
  OPERATOR_ADDRESS: 'Calle Mayor, 1, 28013 Madrid',
  OPERATOR_EMAIL: 'hola@lacre.example',
}

const mistakes = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsMistaken) return error.mistakes
    throw error
  }
}

test('without any key it is the sandbox on http://localhost:3000 (design/running.md#sandbox)', () => {
  const { mode, publicUrl, host, databaseUrl } = readSettings({})
  expect([mode, publicUrl.href, host, databaseUrl]).toEqual([
    'sandbox',
    'http://localhost:3000/',
    'localhost',
    undefined,
  ])
})

test('keys alone switch the real providers on', () => {
  const settings = readSettings({
    ...stripe,
    ...smtp,
    GOOGLE_CLIENT_ID: 'x',
    PUBLIC_URL: 'https://lacre.example',
  })
  expect([settings.mode, settings.google?.clientId, settings.recaptcha]).toEqual(['real', 'x', undefined])
})

test.each([
  [
    { ...smtp, STRIPE_SECRET_KEY: 'sk_test_x' },
    'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing',
  ],
  [{ ...stripe, ...smtp, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, 'different modes'],
  [{ ...stripe, ...smtp, STRIPE_SECRET_KEY: 'pk_test_x' }, 'STRIPE_SECRET_KEY must begin'],
  [stripe, 'SMTP_URL is missing'],
  [{ GOOGLE_CLIENT_ID: 'x' }, 'STRIPE_SECRET_KEY is missing'],
  [{ ...stripe, ...smtp, RECAPTCHA_SITE_KEY: 'x' }, 'RECAPTCHA_SECRET_KEY is missing'],
  [{ PUBLIC_URL: 'https://lacre.example' }, 'the sandbox lets anybody in'],
  [{ ...stripe, ...smtp, PUBLIC_URL: 'http://lacre.example' }, 'PUBLIC_URL must be https'],
  [{ HOST: '0.0.0.0' }, 'HOST is not local'],
  [{ PORT: '99999' }, 'PORT must be a whole number'],
  [
    { ...stripe, SMTP_URL: 'http://x', MAIL_FROM: 'a@b.test' },
    'SMTP_URL must begin with smtps://, or smtp:// for a server with STARTTLS',
  ],
  [{ ...stripe, SMTP_URL: 'smtp://x', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must begin with postgres'],
  [{ PORT: 'many' }, 'PORT must be a whole number'],
  [{ LETTER_KEY: '0'.repeat(64) }, 'LETTER_KEY is no setting'],
  [{ LETTER_KEYS: 'short' }, 'LETTER_KEYS must be 64'],
  [{ LETTER_KEYS: `${'0'.repeat(64)}, short` }, 'LETTER_KEYS must be 64'],
  [{ PUBLIC_URL: 'lacre' }, 'PUBLIC_URL must be an http'],
  [{ PAYMENT_METHODS: 'card, paypal' }, 'PAYMENT_METHODS must be one of: card, bizum, wallets.'],
  [{ STRIPE_SECRET_KY: 'sk_live_x' }, 'STRIPE_SECRET_KY is no setting'],
  [{ SMTP_HOST: 'x' }, 'SMTP_HOST is no setting'],
  [{ ...live, ...smtp, PUBLIC_URL: '' }, 'STRIPE_SECRET_KEY is live but PUBLIC_URL is local'],
  [
    { ...live, ...smtp, STRIPE_SECRET_KEY: 'sk_live_…' },
    "STRIPE_SECRET_KEY still holds an example's placeholder",
  ],
  [{ ...live, ...smtp, MAIL_FROM: 'cartas@example.com' }, "MAIL_FROM still holds an example's placeholder"],
  [{ ...live, ...smtp, OPERATOR_NAME: ' ', OPERATOR_NIF: '' }, 'OPERATOR_NAME, OPERATOR_NIF missing'],
  [{ OPERATOR_NIF: 'hola' }, 'OPERATOR_NIF is no Spanish tax number'],
  [{ OPERATOR_NIF: 'B12345675' }, 'OPERATOR_NIF is no Spanish tax number'],
  [{ PORT: '80.5' }, 'PORT must be a whole number'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL must be a whole number from 2 to 50'],
  [{ ALARM_WEBHOOK: 'http://chat.example.net/x' }, 'ALARM_WEBHOOK must be an https address'],
  [{ BACKUPS: 'never' }, 'BACKUPS must be one of: lacre, elsewhere'],
  [{ CUTOFF: '25:00' }, 'CUTOFF must be an hour'],
  [{ CUTOFF: 'half past five' }, 'CUTOFF must be an hour'],
  [{ CLOSED_DAYS: '2026-12-24, 24-12' }, 'CLOSED_DAYS must be days like 2026-12-24'],
  [{ CLOSED_DAYS: '2027-02-29' }, 'CLOSED_DAYS must be days like 2026-12-24'],
])('%j stops the start with a sentence that names it', (environment, sentence) => {
  expect(mistakes(environment).join('\n')).toContain(sentence)
})

test.each([
  [{}, { hour: 17, minute: 30, closed: [] }],
  [{ CUTOFF: ' 09:05 ' }, { hour: 9, minute: 5, closed: [] }],
  [{ CUTOFF: 'off' }, undefined],
  [{ CUTOFF: '' }, undefined],
])('%j: the cut-off is %j (design/letter.md#cut-off: 17:30 unless set)', (environment, cutOff) => {
  expect(readSettings(environment).cutOff).toEqual(cutOff)
})

test('closed days are known to the cut-off, and where there is none (design/letter.md#closed-days)', () => {
  const closed = ['2026-12-24', '2027-01-05']
  const CLOSED_DAYS = '2026-12-24, 2027-01-05'
  expect(readSettings({ CLOSED_DAYS })).toMatchObject({ closedDays: closed, cutOff: { closed } })
  expect(readSettings({ CLOSED_DAYS, CUTOFF: 'off' })).toMatchObject({
    closedDays: closed,
    cutOff: undefined,
  })
  expect(readSettings({})).toMatchObject({ closedDays: [] })
})

test('what is printed in is one setting', () => {
  expect(readSettings({}).printColour).toBe('color')
  expect(readSettings({ PRINT_COLOUR: 'grey' }).printColour).toBe('grey')
  expect(mistakes({ PRINT_COLOUR: 'gray' })).toEqual(['PRINT_COLOUR must be one of: color, grey.'])
})

test('the environment holds the names of others too', () => {
  const others = {
    PATH: '/bin',
    HOSTNAME: 'a',
    TZ: 'UTC',
    PGHOST: 'b',
    MALLOC_MMAP_THRESHOLD_: '1',
    NODE_ENV: 'x',
  }
  expect(mistakes(others)).toEqual([])
})

test('.env.example lists every setting, and no other', () => {
  const example = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
  const listed = [...example.matchAll(/^#?([A-Z\d_]+)=/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(settingNames))
  expect(listed).toHaveLength(settingNames.length)
  const read = readFileSync(join(import.meta.dirname, 'settings.ts'), 'utf8').matchAll(
    /read\(\s*'([A-Z\d_]+)'/g,
  )
  expect(new Set([...read].map(([, name]) => name))).toEqual(new Set(settingNames))
})

const text = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the container and the unit of deploy/ start the server with the flags of npm start', () => {
  const flags = (line: RegExp, file: string) => line.exec(text(file))?.[0].match(/--[\w=-]+/g)
  const npmStart = flags(/"start": .*/, 'package.json')
  expect(npmStart).toHaveLength(1)
  expect(flags(/^CMD .*/m, 'deploy/Containerfile')).toEqual(npmStart)
  expect(flags(/^ExecStart=.*/m, 'deploy/systemd/lacre.service')).toEqual(npmStart)
})

test('whatever deploy/ and docs/going-live.md set is a setting', () => {
  const app = /^  app:\n(.*?)^  \w/ms.exec(text('deploy/compose.yml'))?.[1] ?? ''
  const of = (part: string, name: RegExp) => [...part.matchAll(name)].map(([, found]) => found)
  const composed = of(app, /^      ([A-Z\d_]+): /gm)
  const image = of(/^ENV (.*)$/m.exec(text('deploy/Containerfile'))?.[1] ?? '', /([A-Z\d_]+)=/g)
  const unit = of(
    /^Environment=(.*)$/m.exec(text('deploy/systemd/lacre.service'))?.[1] ?? '',
    /([A-Z\d_]+)=/g,
  )
  const page = of(
    /lacre\.env <<EOF\n(.*?)^EOF/ms.exec(text('docs/going-live.md'))?.[1] ?? '',
    /^([A-Z\d_]+)=/gm,
  )
  expect(composed).toEqual(['DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY'])
  expect(page.length).toBeGreaterThan(10)
  const ofTheSystem = ['MALLOC_MMAP_THRESHOLD_']
  const named = [...composed, ...image, ...unit, ...page]
  expect(named.filter((name) => ![...settingNames, ...ofTheSystem].includes(name!))).toEqual([])
  expect([image.length, unit.length]).toEqual([3, 2])
})

test.each([
  [undefined, ['card']],
  ['', ['card']],
  ['wallets,bizum', ['card', 'bizum', 'wallets']],
  [' card, bizum ', ['card', 'bizum']],
])('PAYMENT_METHODS %j: cards always (design/money.md#ways-to-pay)', (named, methods) => {
  const environment = named === undefined ? {} : { PAYMENT_METHODS: named }
  expect(readSettings(environment).paymentMethods).toEqual(methods)
})
