import type { PrintRoomDeps } from './deps.ts'
import { findPdfs } from '../letters/letters-table.ts'
import type { JobOfBatch } from '../letters/print-jobs.ts'
import { openStored } from '../letters/stored.ts'
import { becomesPaper } from '../payments/orders-table.ts'
import type { NotPrinted } from './locked-letter.ts'
import { isPrintable } from './mark-batch.ts'

/** So many are held open at once. */
const portion = 20
export const inPortions = <Letter>(letters: Letter[]): Letter[][] =>
  letters.flatMap((_, at) => (at % portion ? [] : [letters.slice(at, at + portion)]))

/**
 * The stored bytes of these letters, where nothing has stopped them, they were paid with money that is printed, and not a bit
 * differs from what was paid (design.md#freeze-before-pay). All that becomes paper passes here.
 * @throws when the database cannot be reached: a broken connection is no broken letter.
 */
export async function openForPrint(
  deps: Pick<PrintRoomDeps, 'db' | 'cipher' | 'money' | 'log'>,
  letters: Pick<JobOfBatch, 'id' | 'sha256' | 'state'>[],
): Promise<Map<string, Buffer | NotPrinted>> {
  const ids = letters.filter(isPrintable).map(({ id }) => id)
  const onPaper = await becomesPaper(deps.db, deps.money, ids)
  const stored = new Map((ids.length ? await findPdfs(deps.db, ids) : []).map((one) => [one.id, one]))
  function open({ id, sha256 }: { id: string; sha256: string }): Buffer | 'damaged' {
    try {
      return openStored(deps.cipher, { id, pdf_sha256: sha256 }, stored.get(id))
    } catch (err) {
      deps.log.error({ letter: id, err }, 'letter does not open')
      return 'damaged'
    }
  }
  return new Map<string, Buffer | NotPrinted>(
    letters.map((letter) => {
      if (!isPrintable(letter)) return [letter.id, 'stopped-elsewhere']
      return [letter.id, onPaper.has(letter.id) ? open(letter) : 'test-money']
    }),
  )
}
