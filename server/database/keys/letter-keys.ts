import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Random } from '../../outside/random.ts'
import { keyFileOf, makeKeyFileOnce, readKeyFile } from './letter-key-file.ts'

/** The keys that wrap the letters' keys, 32 bytes each. They live outside the database. */
export type LetterKeys = {
  /** Seals whatever is sealed from now on. */
  current(): Buffer
  /** By the name that stands beside whatever it wrapped; undefined when it is not here. */
  named(name: string): Buffer | undefined
}

/** `letterKeys`: 64 hex digits each. The first seals, the others only open what they sealed once. */
export type KeySettings = { letterKeys: string[] | undefined; dataDir: string }

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
