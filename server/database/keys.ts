import { hkdfSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Random } from '../outside/clock.ts'
import type { Db } from './tables.ts'

/** The keys that wrap the letters' keys, 32 bytes each. They live outside the database. */
export type LetterKeys = {
  /** Seals whatever is sealed from now on. */
  current(): Buffer
  /** By the name that stands beside whatever it wrapped; undefined when it is not here. */
  named(name: string): Buffer | undefined
}

/** `letterKeys`: 64 hex digits each. The first seals, the others only open what they sealed once. */
type KeySettings = { letterKeys: string[] | undefined; dataDir: string }

/** Tells a key from others, and nothing about it. */
export const nameOfKey = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'name', 32))
    .subarray(0, 6)
    .toString('hex')

export function fixedKeys(current: Buffer, older: Buffer[] = []): LetterKeys {
  const all = [current, ...older]
  for (const key of all) if (key.length !== 32) throw new Error('the letter key has 32 bytes')
  const byName = new Map(all.map((key) => [nameOfKey(key), key]))
  return { current: () => current, named: (name) => byName.get(name) }
}

/**
 * The setting where there is one, else the file in the data folder, made once, readable by its owner only. Losing the
 * key loses every letter: the operating page says so.
 */
export function letterKeys(settings: KeySettings, random: Random): LetterKeys {
  if (!settings.letterKeys) makeKeyFileOnce(keyFileOf(settings.dataDir), () => random.bytes(32))
  return keysAtHand(settings) as LetterKeys // the file is there now
}

/** The same, without making any; undefined when there is none yet. */
export function keysAtHand({ letterKeys, dataDir }: KeySettings): LetterKeys | undefined {
  const path = keyFileOf(dataDir)
  const inFile = () => (existsSync(path) ? readKeyFile(path) : [])
  const [current, ...older] = letterKeys?.map((key) => Buffer.from(key, 'hex')) ?? inFile()
  return current && fixedKeys(current, older)
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'letter-key')

/** A line each, 64 hex digits: the first seals, the others only open what they sealed once. @throws Error */
export function readKeyFile(path: string): Buffer[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  if (!lines.length || lines.some((line) => !/^[0-9a-f]{64}$/i.test(line)))
    throw new Error('the letter key file does not hold keys of 64 hexadecimal digits')
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Written aside, synced, then linked: two nodes that start at once end up with one key, and never with half of one. */
export function makeKeyFileOnce(path: string, key: () => Buffer): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, `${key().toString('hex')}\n`)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** The names of keys that something rests under and that are not at hand. Reads every sealed row once. */
export async function foreignKeys(db: Db, keys: LetterKeys | undefined): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'key_name'`.execute(db)
  if (!tables.length) return []
  const names = tables.map(({ name }) => sql`select key_name from ${sql.table(name)}`)
  const { rows } = await sql<{ key_name: string }>`
    ${sql.join(names, sql` union `)} order by key_name`.execute(db)
  return rows.map(({ key_name }) => key_name).filter((name) => !keys?.named(name))
}
