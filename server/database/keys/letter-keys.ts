import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Random } from '../../outside/random.ts'
import { keyFileOf, makeKeyFileOnce, readKeyFile, versionOf } from './letter-key-file.ts'

/** The keys that wrap the letters' keys, 32 bytes each. They live outside the database. */
export type LetterKeys = {
  /** Seals whatever is sealed from now on. @throws Error when its file is gone: nothing is sealed without it. */
  current(): Buffer
  /** By the name that stands beside whatever it wrapped; undefined when it is not here. */
  named(name: string): Buffer | undefined
  all(): Buffer[]
}

/** `setting` and each of `older`: 64 hex digits. `older` only open. */
export type KeySettings = { letterKey: string | undefined; letterKeysOld: string[]; dataDir: string }

/** Tells a key from others, and nothing about it. */
export const nameOfKey = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'name', 32))
    .subarray(0, 6)
    .toString('hex')

export function fixedKeys(current: Buffer, older: Buffer[] = []): LetterKeys {
  const all = [current, ...older]
  for (const key of all) if (key.length !== 32) throw new Error('the letter key has 32 bytes')
  const byName = new Map(all.map((key) => [nameOfKey(key), key]))
  return { current: () => current, named: (name) => byName.get(name), all: () => all }
}

/**
 * The setting where there is one, else the file in the data folder, made once, readable by its owner only. Losing the
 * key loses every letter: the operating page says so.
 */
export function letterKeys(settings: KeySettings, random: Random): LetterKeys {
  if (!settings.letterKey) makeKeyFileOnce(keyFileOf(settings.dataDir), () => random.bytes(32))
  return keysAtHand(settings) as LetterKeys // the file is there now
}

/** The same, without making any; undefined when there is none yet. */
export function keysAtHand({ letterKey, letterKeysOld, dataDir }: KeySettings): LetterKeys | undefined {
  const older = letterKeysOld.map((key) => Buffer.from(key, 'hex'))
  if (letterKey) return fixedKeys(Buffer.from(letterKey, 'hex'), older)
  const path = keyFileOf(dataDir)
  return existsSync(path) ? keysInFile(path, older) : undefined
}

/** Follows the file: the command line may change the key beside a running server. */
function keysInFile(path: string, older: Buffer[]): LetterKeys {
  let version = versionOf(path)
  let keys = read()
  function read() {
    const [current = Buffer.alloc(0), ...others] = readKeyFile(path)
    return fixedKeys(current, [...others, ...older])
  }
  function follow() {
    const found = versionOf(path)
    if (found === version) return keys
    keys = read()
    version = found
    return keys
  }
  return {
    current: () => follow().current(),
    named: (name) => keys.named(name) ?? follow().named(name),
    all: () => follow().all(),
  }
}
