/**
 * node bench/million.ts [folder]: finding a letter, a letter's page, the profile, the console's first page, its batches
 * and the closing of one, with a million letters against a thousand (design/numbers.md#ratios-not-times: at most 1.5×). In both 200
 * are paid for a later day. The databases are made in the folder, which takes minutes, and stay there for the next time; without
 * one they go. The actions are called as the routes call them, in turns; a side against itself says how much the machine
 * disturbs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { startEmbedded } from '../server/database/embedded.ts'
import { letterCipher } from '../server/database/cipher.ts'
import { migrate, connect } from '../server/database/open.ts'
import type { Db } from '../server/database/tables.ts'
import { letterDetail } from '../server/orders/letter-detail.ts'
import { letterFigures } from '../server/accounts/accounts-table.ts'
import { systemClock as clock, systemRandom } from '../server/outside/clock.ts'
import { closeBatch } from '../server/print-room/close-batch.ts'
import { listBatches, overview } from '../server/print-room/batch-routes.ts'
import { findLetters, findLetterCards } from '../server/print-room/letter-cards.ts'
import { inMs, inTurns, ratioOf } from './turns/in-turns.ts'

const rounds = 200
const folder = process.argv[2]
const dir = folder ?? mkdtempSync(join(tmpdir(), 'bench-million-'))
const embedded = await startEmbedded({ dir, flags: [] })
const operator = { accountId: '', name: 'Olga', isSupervisor: true }
const cipher = letterCipher(systemRandom.bytes(32), systemRandom)

async function planted(letters: number): Promise<Db> {
  const database = `letters_${letters}`
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' })
  await admin.connect()
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await admin.query(`create database ${database}`)
  await admin.end()
  const { db } = connect({ ...embedded.connection, database, max: 4 }, () => {})
  await migrate(db)
  if (!rowCount) {
    const text = readFileSync(join(import.meta.dirname, 'million/plant.sql'), 'utf8')
    await db.transaction().execute((tx) => sql.raw(text.replaceAll('$1', String(letters))).execute(tx))
    await sql`vacuum analyze`.execute(db)
  }
  return db
}

/** Letters from all over, and the accounts that the profile is asked for. */
async function sideOf(db: Db) {
  const letters = await sql<{ id: string; account_id: string; hash: string }>`
    select id, account_id, pdf_sha256 as hash from letter order by pdf_sha256 limit ${rounds}`.execute(db)
  const most = await sql<{ id: string }>`
    select account_id as id from letter group by 1 order by count(*) desc limit 1`.execute(db)
  const letter = (round: number) => letters.rows[(round + rounds) % rounds]!
  const undone = new Error('nothing is closed here')
  const deps = {
    db,
    clock,
    cutOff: undefined,
    closedDays: [],
    takeSteps: () => Promise.reject(undone),
    recordAuditEntry: () => Promise.reject(undone),
  }
  return {
    'find a letter by its order': async (round: number) =>
      findLetterCards(deps, await findLetters(db, letter(round).id.slice(0, 8)), operator),
    'find a letter by its hash': async (round: number) =>
      findLetterCards(deps, await findLetters(db, letter(round).hash.slice(0, 12)), operator),
    'the page of a letter': (round: number) =>
      letterDetail({ ...deps, cipher }, letter(round).account_id, letter(round).id),
    'the profile': (round: number) => letterFigures(db, letter(round).account_id),
    'the profile of who writes most': () => letterFigures(db, most.rows[0]!.id),
    'the console’s first page': () => overview(deps, operator),
    'thirty batches': () => listBatches(db, undefined),
    'what leaves with a batch': () =>
      closeBatch(deps, { by: 'bench' }).catch((error: unknown) => {
        if (error !== undone) throw error
      }),
  }
}

const databases = [await planted(1000), await planted(1_000_000)] as const
const [few, many] = [await sideOf(databases[0]), await sideOf(databases[1])]
for (const name of Object.keys(few) as (keyof typeof few)[]) {
  const times = await inTurns({ few: few[name], many: many[name], again: few[name] }, rounds)
  console.log(
    `${name}: ${inMs(times.many)} against ${inMs(times.few)}: ${ratioOf(times.many, times.few)}; itself ${ratioOf(times.again, times.few)}`,
  )
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
await Promise.all(databases.map((db) => db.destroy()))
await embedded.stop()
if (!folder) rmSync(dir, { recursive: true, force: true })
