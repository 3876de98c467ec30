import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { driftOf, mayDriftSeconds, roomIn } from '../machine.ts'
import { observe } from './observations-table.ts'

/** What only a node itself can see. */
export async function lookAtMachine(deps: { db: Db; clock: Clock; dataDir: string }): Promise<void> {
  const { db, clock, dataDir } = deps
  if ((await roomIn(dataDir)).isShort) await observe(deps, 'disk-short')
  if ((await driftOf({ db, clock })) > mayDriftSeconds) await observe(deps, 'clock-off')
}
