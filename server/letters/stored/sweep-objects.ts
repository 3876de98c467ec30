import { days, earlier } from '@lacre/letter/duration.ts'
import { claim, complete, enqueue, fail, forgetDone } from '../../database/jobs.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import type { ObjectStore } from '../../outside/objects/object-store.ts'

/** A letter that is being stored has its object first … */
const unnamedFor = days(1)
/** … and who has read a letter's row, a backup above all, still fetches what was needed then. */
const keptFor = days(1)
const portion = 200
const kind = 'remove-object'
const atOnce = 20
const leaseSeconds = 60

export type SweepDeps = { db: Db; objects: ObjectStore; clock: Clock }

/**
 * Removes the objects that no letter needs: of letters that were forgotten or moved, and of ones that never came to be.
 * @returns how many were removed.
 */
export async function sweepObjects(deps: SweepDeps): Promise<number> {
  while ((await giveUp(deps)) === portion);
  let removed = 0
  for (;;) {
    const jobs = await claim(deps.db, kind, atOnce, leaseSeconds)
    if (!jobs.length) break
    for (const job of jobs) {
      if ((await deps.objects.remove(job.key)) === 'unreachable') {
        await fail(deps.db, job, 'unreachable')
        throw new Error('the object store gave no good answer')
      }
      await complete(deps.db, job, async () => {})
      removed++
    }
  }
  await forgetDone(deps.db, [kind], earlier(deps.clock.now(), days(1)))
  return removed
}

/** From here on no letter can name them: whoever tries, after resting for a day, is refused by the foreign key. */
const giveUp = ({ db, clock }: SweepDeps): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const unneeded = await tx
      .selectFrom('letter_object')
      .select('name')
      .where('written_at', '<', earlier(clock.now(), unnamedFor))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('letter_secret')
              .select('letter_id')
              .where((row) =>
                row.or([
                  row('pdf_object', '=', eb.ref('letter_object.name')),
                  row('content_object', '=', eb.ref('letter_object.name')),
                ]),
              ),
          ),
        ),
      )
      .limit(portion)
      .forUpdate()
      .skipLocked()
      .execute()
    const names = unneeded.map(({ name }) => name)
    if (names.length) await tx.deleteFrom('letter_object').where('name', 'in', names).execute()
    for (const name of names) await enqueue(tx, kind, name, {}, { givesUp: false, after: keptFor })
    return names.length
  })
