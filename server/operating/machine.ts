import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hours } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'

const leastFree = { share: 0.05, bytes: 2 ** 30 }
export const mayDriftSeconds = 2

/** Seconds between this machine's clock and the database's. */
export async function driftOf({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return Math.abs((rows[0]?.now.getTime() ?? 0) - clock.now().getTime()) / 1000
}

/** What is free where the data are. */
export async function roomIn(dataDir: string): Promise<{ bytes: number; isShort: boolean }> {
  const { bavail, blocks, bsize } = await statfs(existingFolder(dataDir))
  const bytes = bavail * bsize
  return { bytes, isShort: bavail / blocks < leastFree.share || bytes < leastFree.bytes }
}

const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)))

/** One a day, and two hours for a timer that is late. */
export const backupMayBeOld = hours(26)
