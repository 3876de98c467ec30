import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { readBackup, tablesInOrder } from '../../server/database/backup.ts'
import { readKeyFile, fixedKeys } from '../../server/database/cipher.ts'
import { openServer, type Server } from '../server/server.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { bodyOf, call, letters, live, planted, plantedStrokes, signature } from './planted-letters.ts'
import { recipient } from '../write/write-a-letter.ts'
import { filesIn, partsWith, type Place } from './search-for-words.ts'
import { callServer } from '../server/call-server.ts'

/** What is not secret and must be found, so that a search that finds nothing has looked. */
const control = 'sentinelaqy'
const metricsToken = 'metrics-of-the-test'

const databaseOf = (server: Server) => ({
  host: join(server.dataDir, 'postgres', 'run'),
  port: 5432,
  user: 'app',
  database: 'app',
})

async function ask(server: Server, ...statements: string[]) {
  const client = new pg.Client(databaseOf(server))
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Statements that fail with a letter's words in them, as a fault of ours could send them. */
async function failInDatabase(server: Server) {
  for (const statement of [
    `select '${planted}'::int`,
    // Refused before a row is written: a row that a unique index refuses has been in the table for a moment.
    `insert into installation_mode (only_row, mode) values (false, '${planted}')`,
    `select ${planted} from letter`,
  ])
    await expect(ask(server, statement)).rejects.toThrow()
}

async function plantControls(server: Server, temporary: string) {
  await ask(
    server,
    `insert into issue (id, kind, reference, note, created_at) values (gen_random_uuid(), 'k', 'r', '${control}', now())`,
    'checkpoint',
  )
  await ask(
    server,
    `set log_min_messages = error`,
    `set log_min_error_statement = error`,
    `select '${control}'::int`,
  ).catch(() => {})
  writeFileSync(join(temporary, 'of-the-test'), control)
}

async function dump(server: Server): Promise<Place> {
  const pool = new pg.Pool({ ...databaseOf(server), max: 1 })
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
  const server = await openServer({ LOG_LEVEL: 'debug', TMPDIR: temporary, METRICS_TOKEN: metricsToken })
  try {
    const { paid } = await live(server)
    await server.lacre('batch', '--folder', printed)
    await server.lacre('posted', 'B0001')
    await failInDatabase(server)
    await plantControls(server, temporary)
    await server.lacre('backup', '--folder', copies)
    const [copy = ''] = readdirSync(copies)
    const metrics = await (await callServer(server, metricsToken, '/metrics')).text()
    const explained: string[] = []
    for (const { id } of paid) explained.push(await server.lacre('letters', 'explain', id))
    const orders = [
      ...explained,
      await server.lacre('letters', 'stuck'),
      await server.lacre('reconcile'),
    ].join('\n')

    /** Each place, and what proves that it was looked into. */
    const places: Record<string, { place: Place; sure: string }> = {
      'the dump': { place: await dump(server), sure: control },
      'the backup, opened': {
        place: await opened(join(copies, copy), join(server.dataDir, 'letter-key')),
        sure: control,
      },
      'the backup': { place: filesIn(copies), sure: 'LACRE-BACKUP' },
      'the data folder, in use': { place: filesIn(server.dataDir), sure: control },
      'the WAL': { place: filesIn(join(server.dataDir, 'postgres', 'pg18', 'pg_wal')), sure: control },
      'PostgreSQL’s log': { place: filesIn(join(server.dataDir, 'postgres', 'postgres.log')), sure: control },
      'the server’s log': { place: { log: Buffer.from(server.printed()) }, sure: '/letters/' },
      'the metrics': { place: { metrics: Buffer.from(metrics) }, sure: 'lacre_letters{state=' },
      'the mails': {
        place: { mails: Buffer.from(JSON.stringify(await server.mailbox())) },
        sure: 'persona0@ejemplo.test',
      },
      'what orders print': { place: { orders: Buffer.from(orders) }, sure: paid[0]!.id },
      'temporary files': { place: filesIn(temporary), sure: control },
    }
    await server.kill('SIGTERM')
    places['the data folder, stopped'] = { place: filesIn(server.dataDir), sure: control }

    const found: Record<string, string[]> = {}
    for (const [name, { place, sure }] of Object.entries(places)) {
      expect(partsWith(place, sure), `${name} was looked into`).not.toEqual([])
      found[name] = [planted, plantedStrokes].flatMap((secret) => partsWith(place, secret))
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(places).map((name) => [name, []])))
    // Not even a sealed PDF shows that it is one.
    const pages = filesIn(server.dataDir)
    expect(Object.keys(pages).filter((name) => pages[name]!.includes('%PDF-'))).toEqual([])
    const bytes = Object.values(places)
      .flatMap(({ place }) => Object.values(place))
      .map(({ length }) => length)
    console.log(
      `planted words: ${letters} letters, ${Object.keys(places).length} places, ` +
        `${Math.round(bytes.reduce((sum, length) => sum + length, 0) / 2 ** 20)} MiB searched, 0 hits`,
    )
  } finally {
    await server.close()
  }
})

test('after its thirty days, and after an erasure, nothing opens a letter any more, save a backup with its key', async () => {
  const copies = folder('copies')
  const server = await openServer()
  try {
    const [gone, erased] = [
      await tokenOf(server, 'ana@ejemplo.test'),
      await tokenOf(server, 'luis@ejemplo.test'),
    ]
    const { id } = await payLetter(server, gone)
    await server.lacre('batch', '--folder', copies)
    await server.lacre('posted', 'B0001')
    const frozen = await call(server, erased, 'POST', '/letters/', await bodyOf(1))
    expect(frozen.status).toBe(200)
    const kept = {
      [`/drafts/${randomUUID()}`]: { content: planted, basedOn: null },
      [`/addresses/${randomUUID()}`]: { address: recipient, basedOn: null },
      '/signature': signature,
      [`/templates/${randomUUID()}`]: { name: planted, content: planted, signature },
    }
    for (const [path, body] of Object.entries(kept))
      expect((await call(server, erased, 'PUT', path, body)).ok, path).toBe(true)
    const { id: erasedId } = (await (await call(server, erased, 'GET', '/account')).json()) as { id: string }
    const hasBook = (place: Place) => place['address_book']?.includes(erasedId)
    expect(hasBook(await dump(server))).toBe(true)
    await server.lacre('backup', '--folder', copies)
    const copy = join(copies, readdirSync(copies).find((name) => name.endsWith('.backup')) ?? '')

    await server.lacre('erase-user', 'luis@ejemplo.test')
    await server.kill('SIGTERM')
    await server.start()
    await ask(server, `update letter set state_since = now() - interval '31 days' where id = '${id}'`)
    await server.kill('SIGTERM')
    await server.start()
    await expect.poll(async () => (await call(server, gone, 'GET', `/letters/${id}/pdf`)).status).toBe(404)
    const left = await dump(server)
    for (const table of ['letter_secret', 'draft', 'signature', 'template'])
      expect(left[table]?.length, table).toBe(0)
    // The other's book stays, with whom they have written to.
    expect(hasBook(left)).toBe(false)

    // The key that wrapped them still opens the backup; once it is destroyed, nothing does.
    expect(await server.lacre('restore', copy, '--verify')).toContain('2 cartas se abren')
    copyFileSync(join(server.dataDir, 'letter-key'), join(copies, 'old-key'))
    writeFileSync(join(server.dataDir, 'letter-key'), `${'ab'.repeat(32)}\n`)
    await expect(server.lacre('restore', copy, '--verify')).rejects.toThrow('La copia se hizo con la llave')
  } finally {
    await server.close()
  }
})
