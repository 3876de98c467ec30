import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/database/open.ts'

/** Where the processes of a run find the one that is made for all of them. */
const place = 'EMPTY_DATABASE'

/** Made and migrated once in a run: each server begins with a copy. A first start of its own: operating/start.spec.ts. */
export default async function makeEmptyDatabase() {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-empty-'))
  const database = await openDatabase({ dir, create: true })
  await database.close()
  process.env[place] = dir
  return () => rmSync(dir, { recursive: true, force: true })
}

/** With its owners: PostgreSQL runs as another user if we are root. Outside such a run a server makes its own. */
export function copyEmptyDatabase(dataDir: string) {
  const made = process.env[place]
  if (!made) return
  const { status, stderr } = spawnSync('cp', ['-a', made, join(dataDir, 'postgres')])
  if (status !== 0) throw new Error(`the database is not copied: ${stderr.toString()}`)
}
