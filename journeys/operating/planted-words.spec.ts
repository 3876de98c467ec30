import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { readBackup, tablesInOrder } from '../../server/database/backup.ts'
import { readKeyFile, fixedKeys } from '../../server/database/cipher.ts'
import { openHouse, type House } from '../server/house.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { bodyOf, call, letters, live, planted, plantedStrokes, signature } from './planted-letters.ts'
import { recipient } from '../write/write-a-letter.ts'
import { filesIn, partsWith, type Place } from './search-for-words.ts'

/** What is not secret and must be found, so that a search that finds nothing has looked. */
const control = 'sentinelaqy'
const metricsToken = 'metrics-of-the-test'

const databaseOf = (house: House) => ({
  host: join(house.dataDir, 'postgres', 'run'),
  port: 5432,
  user: 'app',
  database: 'app',
})

async function ask(house: House, ...statements: string[]) {
  const client = new pg.Client(databaseOf(house))
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Statements that fail with a letter's words in them, as a fault of ours could send them. */
async function failInDatabase(house: House) {
  for (const statement of [
    `select '${planted}'::int`,
    // Refused before a row is written: a row that a unique index refuses has been in the table for a moment.
    `insert into house_mode (only_row, mode) values (false, '${planted}')`,
    `select ${planted} from letter`,
  ])
    await expect(ask(house, statement)).rejects.toThrow()
}

async function plantControls(house: House, temporary: string) {
  await ask(
    house,
    `insert into concern (id, kind, reference, note, created_at) values (gen_random_uuid(), 'k', 'r', '${control}', now())`,
    'checkpoint',
  )
  await ask(
    house,
    `set log_min_messages = error`,
    `set log_min_error_statement = error`,
    `select '${control}'::int`,
  ).catch(() => {})
  writeFileSync(join(temporary, 'of-the-test'), control)
}

async function dump(house: House): Promise<Place> {
  const pool = new pg.Pool({ ...databaseOf(house), max: 1 })
  const place: Place = {}
  try {
    for (const table of await tablesInOrder(pool)) {
      const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
      place[table] = Buffer.from(rows.map(({ row }) => row).join('\n'))
    }
  } finally {
    await pool.end()
  }
  return place
}

async function opened(file: string, key: string): Promise<Place> {
  const place: Place = {}
  const [current = Buffer.alloc(0)] = readKeyFile(key)
  await readBackup(file, fixedKeys(current), async (table, bytes) => {
    place[table] = Buffer.concat(await Array.fromAsync(bytes))
  })
  return place
}

let root: string
test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lacre-words-'))
})
test.afterEach(() => rmSync(root, { recursive: true }))
const folder = (name: string) => {
  const path = join(root, name)
  mkdirSync(path)
  return path
}

test(`of ${letters} letters no word, no address and no stroke of a signature stands anywhere but in what is printed (design/privacy.md#letters-are-secret)`, async () => {
  test.setTimeout(600_000)
  const [temporary, copies, printed] = [folder('temporary'), folder('copies'), folder('printed')]
  const house = await openHouse({ LOG_LEVEL: 'debug', TMPDIR: temporary, METRICS_TOKEN: metricsToken })
  try {
    const { paid } = await live(house)
    await house.lacre('batch', '--folder', printed)
    await house.lacre('posted', 'B0001')
    await failInDatabase(house)
    await plantControls(house, temporary)
    await house.lacre('backup', '--folder', copies)
    const [copy = ''] = readdirSync(copies)
    const metrics = await (
      await fetch(`${house.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    ).text()
    const explained: string[] = []
    for (const { id } of paid) explained.push(await house.lacre('letters', 'explain', id))
    const orders = [...explained, await house.lacre('letters', 'stuck'), await house.lacre('reconcile')].join(
      '\n',
    )

    /** Each place, and what proves that it was looked into. */
    const places: Record<string, { place: Place; sure: string }> = {
      'the dump': { place: await dump(house), sure: control },
      'the backup, opened': {
        place: await opened(join(copies, copy), join(house.dataDir, 'letter-key')),
        sure: control,
      },
      'the backup': { place: filesIn(copies), sure: 'LACRE-BACKUP' },
      'the data folder, in use': { place: filesIn(house.dataDir), sure: control },
      'the WAL': { place: filesIn(join(house.dataDir, 'postgres', 'pg18', 'pg_wal')), sure: control },
      'PostgreSQL’s log': { place: filesIn(join(house.dataDir, 'postgres', 'postgres.log')), sure: control },
      'the server’s log': { place: { log: Buffer.from(house.printed()) }, sure: '/letters/' },
      'the metrics': { place: { metrics: Buffer.from(metrics) }, sure: 'lacre_letters{state=' },
      'the mails': {
        place: { mails: Buffer.from(JSON.stringify(await house.mailbox())) },
        sure: 'persona0@ejemplo.test',
      },
      'what orders print': { place: { orders: Buffer.from(orders) }, sure: paid[0]!.id },
      'temporary files': { place: filesIn(temporary), sure: control },
    }
    await house.kill('SIGTERM')
    places['the data folder, stopped'] = { place: filesIn(house.dataDir), sure: control }

    const found: Record<string, string[]> = {}
    for (const [name, { place, sure }] of Object.entries(places)) {
      expect(partsWith(place, sure), `${name} was looked into`).not.toEqual([])
      found[name] = [planted, plantedStrokes].flatMap((secret) => partsWith(place, secret))
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(places).map((name) => [name, []])))
    // Not even a sealed PDF shows that it is one.
    const pages = filesIn(house.dataDir)
    expect(Object.keys(pages).filter((name) => pages[name]!.includes('%PDF-'))).toEqual([])
    const bytes = Object.values(places)
      .flatMap(({ place }) => Object.values(place))
      .map(({ length }) => length)
    console.log(
      `planted words: ${letters} letters, ${Object.keys(places).length} places, ` +
        `${Math.round(bytes.reduce((sum, length) => sum + length, 0) / 2 ** 20)} MiB searched, 0 hits`,
    )
  } finally {
    await house.close()
  }
})

test('after its thirty days, and after an erasure, nothing opens a letter any more, save a backup with its key', async () => {
  const copies = folder('copies')
  const house = await openHouse()
  try {
    const [gone, erased] = [
      await tokenOf(house, 'ana@ejemplo.test'),
      await tokenOf(house, 'luis@ejemplo.test'),
    ]
    const { id } = await payLetter(house, gone)
    await house.lacre('batch', '--folder', copies)
    await house.lacre('posted', 'B0001')
    const frozen = await call(house, erased, 'POST', '/letters/', await bodyOf(1))
    expect(frozen.status).toBe(200)
    const kept = {
      [`/drafts/${randomUUID()}`]: { content: planted, basedOn: null },
      [`/addresses/${randomUUID()}`]: { address: recipient, basedOn: null },
      '/signature': signature,
      [`/templates/${randomUUID()}`]: { name: planted, content: planted, signature },
    }
    for (const [path, body] of Object.entries(kept))
      expect((await call(house, erased, 'PUT', path, body)).ok, path).toBe(true)
    const { id: nobody } = (await (await call(house, erased, 'GET', '/account')).json()) as { id: string }
    const hasBook = (place: Place) => place['address_book']?.includes(nobody)
    expect(hasBook(await dump(house))).toBe(true)
    await house.lacre('backup', '--folder', copies)
    const copy = join(copies, readdirSync(copies).find((name) => name.endsWith('.backup')) ?? '')

    await house.lacre('erase-user', 'luis@ejemplo.test')
    await house.kill('SIGTERM')
    await house.start()
    await ask(house, `update letter set state_since = now() - interval '31 days' where id = '${id}'`)
    await house.kill('SIGTERM')
    await house.start()
    await expect.poll(async () => (await call(house, gone, 'GET', `/letters/${id}/pdf`)).status).toBe(404)
    const left = await dump(house)
    for (const table of ['letter_secret', 'draft', 'signature', 'template'])
      expect(left[table]?.length, table).toBe(0)
    // The other's book stays, with whom they have written to.
    expect(hasBook(left)).toBe(false)

    // The key that wrapped them still opens the backup; once it is destroyed, nothing does.
    expect(await house.lacre('restore', copy, '--verify')).toContain('2 cartas se abren')
    copyFileSync(join(house.dataDir, 'letter-key'), join(copies, 'old-key'))
    writeFileSync(join(house.dataDir, 'letter-key'), `${'ab'.repeat(32)}\n`)
    await expect(house.lacre('restore', copy, '--verify')).rejects.toThrow('La copia se hizo con la llave')
  } finally {
    await house.close()
  }
})
