import type { ExportedFile } from '../ports.ts'
import type { BookDeps } from './deps.ts'
import { openBook } from './take-in-sent.ts'

/** The addresses as a file of the export; none where there are none. */
export async function* exportBook(deps: BookDeps, accountId: string): AsyncGenerator<ExportedFile> {
  const { entries } = await openBook(deps, accountId)
  if (!entries.length) return
  const text = JSON.stringify(
    entries.map(({ address }) => address),
    undefined,
    2,
  )
  yield { name: 'direcciones.json', bytes: Buffer.from(text), at: deps.clock.now() }
}
