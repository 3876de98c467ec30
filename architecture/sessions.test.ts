import { expect, test } from 'vitest'
import { code, type Listing } from './source.ts'

/** The embedded server is shared by a connection of its own, which no pooler stands before. */
const embedded = /^server\/database\/embedded(-cluster)?\.ts$/

/** State that outlives its transaction: a pooler would hand it to another client. */
const ofASession = [
  /\bpg_(?:try_)?advisory_(?:lock|unlock)/,
  /\b(?:listen|unlisten|notify) [a-z_"]+`/i,
  /`\s*(?:set|reset) (?!local\b|transaction\b|constraints\b)[a-z_]+/i,
  /\bset_config\([^)]*false\s*\)/,
  /`\s*(?:prepare|deallocate|discard) /i,
  /\bcreate temp(?:orary)? table (?![^`]*on commit drop)/i,
  /\bwith hold\b/i,
]

const strangers = (listing: Listing): string[] =>
  Object.entries(listing)
    .filter(([file]) => file.startsWith('server/') && !embedded.test(file))
    .filter(([, source]) => ofASession.some((pattern) => pattern.test(source)))
    .map(([file]) => file)

test('nothing belongs to a database session (design/trust.md#no-session)', () => {
  expect(strangers(code)).toEqual([])
})

test.each([
  'sql`select pg_try_advisory_lock(1)`',
  'sql`select pg_advisory_unlock(1)`',
  'sql`listen news`',
  "sql`set statement_timeout = '1s'`",
  'sql`create temporary table room as select 1`',
  'sql`declare rows cursor with hold for select 1`',
])('planted, it is caught: %s', (source) => {
  expect(strangers({ 'server/letters/do.ts': source })).toEqual(['server/letters/do.ts'])
})

test('what ends with its transaction may stand', () => {
  const source =
    'sql`set local timezone = 1`; sql`set constraints all deferred`; sql`select pg_advisory_xact_lock(1)`; sql`create temporary table r on commit drop as select 1`'
  expect(strangers({ 'server/letters/do.ts': source })).toEqual([])
})
