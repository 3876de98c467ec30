import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { code, type Listing } from './source.ts'

/**
 * The one module that writes each table; others call a function of it (design/code.md#one-owner-per-table).
 */
const owners = {
  account: 'accounts',
  audit_log: 'print-room',
  address_book: 'orders',
  alarm: 'operating',
  backup_made: 'database',
  captcha_used: 'accounts',
  card_event: 'payments',
  card_dispute: 'payments',
  card_refund: 'payments',
  issue: 'database',
  draft: 'orders',
  template: 'orders',
  email_link: 'accounts',
  installation_mode: 'database',
  invoice: 'invoices',
  invoice_buyer: 'invoices',
  invoice_chain: 'invoices',
  job: 'database',
  known_device: 'accounts',
  letter: 'letters',
  letter_secret: 'letters',
  letter_step: 'letters',
  login_session: 'accounts',
  mail: 'mail',
  migration: 'database',
  observation: 'operating',
  operator: 'print-room',
  operator_factor: 'print-room',
  operator_session: 'print-room',
  payment: 'payments',
  payment_order: 'payments',
  price: 'letters',
  print_batch: 'print-room',
  print_job: 'letters',
  rate_limit: 'http',
  reconciliation: 'payments',
  refund: 'payments',
  restoration: 'database',
  sandbox_card_answer: 'sandbox',
  sandbox_card_event: 'sandbox',
  sandbox_card_intent: 'sandbox',
  sandbox_card_refund: 'sandbox',
  sandbox_mail: 'sandbox',
  sign_in_code: 'accounts',
  signature: 'orders',
} as const satisfies Record<string, string>

const isOwned = (table: string): table is keyof typeof owners => table in owners

/** The tables that a source writes, by Kysely or in SQL of its own; a table in a variable is found where it is named. */
function tablesWritten(source: string): string[] {
  const byKysely = source.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g)
  const bySql = source.matchAll(
    /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?([a-z_]+)"?/g,
  )
  return [...byKysely, ...bySql].map(([, table = '']) => table).filter(isOwned)
}

/** Each write to another module's table, as `file -> table`. Tests plant what they need. */
const strangers = (listing: Listing): string[] =>
  Object.entries(listing)
    .filter(([file]) => file.startsWith('server/') && !file.startsWith('server/testing/'))
    .flatMap(([file, source]) =>
      [...new Set(tablesWritten(source))]
        .filter((table) => !file.startsWith(`server/${owners[table as keyof typeof owners]}/`))
        .map((table) => `${file} -> ${table}`),
    )

test('each table is written by the module that owns it, and by no other', () => {
  expect(strangers(code)).toEqual([])
})

test('every table has an owner', () => {
  const files = globSync('server/database/{schema,migrations/*}.sql').toSorted()
  const schema = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const named = (pattern: RegExp) => new Set([...schema.matchAll(pattern)].map(([, table]) => table))
  const made = named(/create table (?:if not exists )?(\w+)/g).difference(named(/drop table (\w+)/g))
  expect(made).toEqual(new Set(Object.keys(owners)))
})

test.each([
  ['server/orders/do.ts', "tx.updateTable('letter').set({ state })", 'letter'],
  ['server/orders/do.ts', "tx\n  .insertInto(\n    'print_job',\n  )", 'print_job'],
  ['server/mail/do.ts', 'sql`update print_job set state = ${state}`', 'print_job'],
  ['server/payments/do.ts', 'sql`delete from letter_secret where letter_id = ${id}`', 'letter_secret'],
  ['server/schedule.ts', "db.deleteFrom('job')", 'job'],
])('a write planted in %s is caught: %s', (file, source, table) => {
  expect(strangers({ [file]: source })).toEqual([`${file} -> ${table}`])
})

test('reading another module’s table for a screen is no write', () => {
  expect(strangers({ 'server/print-room/cards.ts': "db.selectFrom('letter').forUpdate()" })).toEqual([])
})
