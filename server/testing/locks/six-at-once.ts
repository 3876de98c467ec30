import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tables } from '../../database/tables.ts'

/** Asks six times at once while `table` cannot be read; answers the statuses as they came, the four refusals first. */
export async function sixAtOnce(
  db: Db,
  table: keyof Tables,
  ask: () => Promise<{ statusCode: number }>,
): Promise<number[]> {
  const locked = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    locked.resolve()
    await open.promise
  })
  await locked.promise
  const statuses: number[] = []
  const asking = Array.from({ length: 6 }, async () => {
    statuses.push((await ask()).statusCode)
  })
  await expect.poll(() => statuses, { timeout: 30_000 }).toHaveLength(4)
  open.resolve()
  await Promise.all([holding, ...asking])
  return statuses
}
