import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '../database/restore.ts'
import { writeBackup } from '../database/backup.ts'
import { fixedKeys } from '../database/cipher.ts'
import { systemRandom } from '../outside/clock.ts'
import { openConsole, paidByCard } from '../testing/console-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { issueInvoices } from './issue.ts'

test('restored twice, a backup leads to no number that was given before', async () => {
  const house = await openConsole()
  const keys = fixedKeys(Buffer.alloc(32, 3))
  const folder = mkdtempSync(join(tmpdir(), 'lacre-series-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await paidByCard(house)
  const { path } = await writeBackup({ pool: house.pool, keys, random: systemRandom }, folder)

  const numbers: string[] = []
  async function issueIn(db: typeof house.db) {
    await issueInvoices({ ...house.world, db })
    numbers.push((await db.selectFrom('invoice').select('number').executeTakeFirstOrThrow()).number)
  }
  await issueIn(house.db)
  for (let time = 0; time < 2; time++) {
    const { db, at } = await testDatabase()
    expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toHaveProperty('rows')
    await issueIn(db)
  }
  expect(numbers).toEqual([
    'PRUEBA-S2026-000001',
    ...[1, 2].map((): unknown => expect.stringMatching(/^PRUEBA-S2026-[0-9A-Z]{8}-000001$/)),
  ])
  expect(new Set(numbers).size).toBe(3)
})
