/**
 * npm run bench -- cut-off [letters]: 100,000 paid letters leave at one cut-off. How long somebody waits at most who wants
 * to cancel meanwhile, which is as long as one batch takes, against the batch of a day with 500 letters.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startEmbedded } from '../server/database/embedded.ts'
import { migrate, connect } from '../server/database/open.ts'
import { closeBatch } from '../server/print-room/close-batch.ts'
import { anAccount, severalLetters } from '../server/testing/factories.ts'
import { inMs, ratioOf } from './turns/in-turns.ts'

const letters = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'bench-cut-off-'))
const embedded = await startEmbedded({ dir: join(folder, 'data'), flags: [] })
const { db } = connect({ ...embedded.connection, max: 4 }, () => {})
await migrate(db)
const account_id = await anAccount(db)
const clock = { now: () => new Date('2026-11-23T16:30:00Z') }

async function plant(count: number) {
  for (let left = count; left > 0; left -= 500)
    await severalLetters(
      db,
      Array.from({ length: Math.min(left, 500) }, () => ({ account_id })),
    )
  await sql`
    insert into print_job (letter_id, attempt, created_at)
    select id, 1, '2026-11-23T10:00:00Z' from letter where state = 'paid'`.execute(db)
}

async function closeAll(): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    const start = performance.now()
    const closed = await closeBatch({ db, clock, closedDays: [] }, { by: 'bench', before: clock.now() })
    if (closed === 'nothing-waiting') return times
    times.push(performance.now() - start)
  }
}

const alone: number[] = []
for (let day = 0; day < 20; day++) {
  await plant(500)
  alone.push(...(await closeAll()))
}
await plant(letters)
const times = await closeAll()
const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
console.log(`${letters} letters in ${times.length} batches: ${seconds.toFixed(1)} s; a batch: ${inMs(times)}`)
console.log(
  `the longest: ${Math.max(...times).toFixed(0)} ms; against 500 on a day: ${ratioOf(times, alone)}`,
)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
await db.destroy()
await embedded.stop()
rmSync(folder, { recursive: true, force: true })
