import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { restoreBackup } from '../../database/restore.ts'
import { writeBackup } from '../../database/backup.ts'
import { fixedKeys } from '../../database/cipher.ts'
import { settleRestoration } from '../../operating/backup-commands.ts'
import { systemRandom } from '../../outside/clock.ts'
import { closeBatch } from '../../print-room/close-batch.ts'
import { openPayments, type PaymentsApp } from '../test-app.ts'
import { signIn } from '../factories.ts'
import { ownFolder } from '../own-folder.ts'
import { testDatabase, type TestDatabase } from '../test-database.ts'
import type { PaymentsDeps } from '../../payments/seen-intent.ts'

const keys = fixedKeys(Buffer.alloc(32, 3))

/** Answers the path of a backup of this moment. */
export async function backUp({ pool }: Pick<PaymentsApp, 'pool'>): Promise<string> {
  return (await writeBackup({ pool, keys, random: systemRandom }, ownFolder())).path
}

export async function restoreDatabase(path: string, mode: MoneyMode): Promise<TestDatabase> {
  const database = await testDatabase()
  const done = await restoreBackup({ path, at: database.at, keys, mode })
  if ('refused' in done) throw new Error(done.refused)
  return database
}

type Settling = Partial<PaymentsDeps> & { nothingPrinted?: boolean; isProviderLost?: boolean }

/** The same installation out of a backup. The hour and the card provider's own books have gone on. */
export async function restoreApp(lost: PaymentsApp, path: string) {
  const database = await restoreDatabase(path, 'sandbox')
  const { db } = database
  const { clock, provider } = lost
  // A restoration ends every session.
  for (const { id } of await db.selectFrom('account').select('id').execute()) await signIn(db, id)
  const app = await openPayments({ installation: lost.world.installation, database, clock, provider })
  /** As `lacre restore` does. */
  const settle = ({ nothingPrinted = false, isProviderLost = false, ...changes }: Settling = {}) =>
    settleRestoration({ ...app.world, ...changes }, { nothingPrinted, isProviderLost })
  return { ...app, settle }
}

export type RestoredApp = Awaited<ReturnType<typeof restoreApp>>

/** What waits leaves for the printer. Answers the batch's name and its letters; without a name nothing waited. */
export async function printBatch({ db, world }: PaymentsApp) {
  const closed = await closeBatch(world, { by: 'test' })
  if (closed === 'nothing-waiting') return { name: undefined, letters: [] }
  const jobs = db.selectFrom('print_job').select('letter_id').where('batch_id', '=', closed.id)
  const letters = (await jobs.orderBy('letter_id').execute()).map(({ letter_id }) => letter_id)
  return { name: closed.batch, letters }
}
