import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseTrouble } from '../database-trouble.ts'

/** The folders of PostgreSQL's own kind, by major version: `pg18`. */
export const clustersIn = (base: string): string[] =>
  existsSync(base)
    ? readdirSync(base).filter((name) => /^pg\d+$/.test(name) && existsSync(join(base, name, 'PG_VERSION')))
    : []

/** A major version reads its own data only. An empty cluster beside the old one would look like a lost installation. */
export function refuseOtherMajor(base: string, data: string, major: number): void {
  const found = clustersIn(base)
  const own = found.find((name) => join(base, name) === data)
  const folder = own ?? found[0]
  if (!folder) return
  const written = readFileSync(join(base, folder, 'PG_VERSION'), 'utf8').trim()
  if (own && written === String(major)) return
  throw new DatabaseTrouble(
    'other-major',
    `${base} holds data of PostgreSQL ${written}, which PostgreSQL ${major} cannot read: with the version of Lacre before, ` +
      'make a backup; with this one, restore it into a new DATA_DIR.',
  )
}
