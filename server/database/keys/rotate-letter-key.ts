import type { Random } from '../../outside/random.ts'
import { exclusively } from '../exclusive.ts'
import { letterCipher } from './letter-cipher.ts'
import { keyFileOf, readKeyFile, replaceKeyFile } from './letter-key-file.ts'
import { letterKeys, nameOfKey, type KeySettings, type LetterKeys } from './letter-keys.ts'
import { retireKeys, rewrapLetters, type Rewrapped } from './rewrap-letters.ts'
import type { Db } from '../tables.ts'

export type RotationRefusal = 'already-running' | 'no-former-key' | 'current-is-retired'
/** `finished`: nothing rests under a former key, and the file has forgotten them. `resumed`: began in an earlier call. */
export type Rotation = Rewrapped & { current: string; finished: boolean; resumed: boolean }

type Deps = { db: Db; random: Random; settings: KeySettings }
const rounds = 5

/**
 * Wraps every letter's key with a new one, beside a running server, and then forgets the old key. A key from the
 * settings is changed there: this wraps what LETTER_KEY_OLD opens with LETTER_KEY. Killed at any moment, the next call
 * goes on.
 */
export async function rotateLetterKey(deps: Deps): Promise<Rotation | { refused: RotationRefusal }> {
  // Two at once would each make a key, and the file would keep one of them.
  const rotated = await exclusively(deps.db, 'lacre rotate-key', () => rotate(deps))
  return rotated === 'somebody-else' ? { refused: 'already-running' } : rotated
}

async function rotate({ db, random, settings }: Deps): Promise<Rotation | { refused: RotationRefusal }> {
  const path = settings.letterKey ? undefined : keyFileOf(settings.dataDir)
  const before = letterKeys(settings, random).all().length - settings.letterKeysOld.length
  if (!path && !settings.letterKeysOld.length) return { refused: 'no-former-key' }
  // Two lines in the file: an earlier call was killed, and letters may be under either.
  const resumed = !path || before > 1
  if (path && !resumed) replaceKeyFile(path, [random.bytes(32), ...readKeyFile(path)])

  const keys = letterKeys(settings, random)
  const current = nameOfKey(keys.current())
  if (await isRetired(db, current)) return { refused: 'current-is-retired' }
  const { finished, ...done } = await moveEverything(db, keys, random)
  if (finished && path) replaceKeyFile(path, [keys.current()])
  return { ...done, current, finished, resumed }
}

async function moveEverything(
  db: Db,
  keys: LetterKeys,
  random: Random,
): Promise<Rewrapped & { finished: boolean }> {
  const cipher = letterCipher(keys, random)
  const current = nameOfKey(keys.current())
  const former = keys
    .all()
    .map(nameOfKey)
    .filter((name) => name !== current)
  let count = 0
  for (let round = 1; ; round++) {
    const done = await rewrapLetters(db, cipher, { current })
    count += done.count
    // A server that had not looked at the file yet may have sealed one more with the old key: once again.
    const finished = await retireKeys(db, former)
    if (finished || done.damaged.length || round === rounds) return { ...done, count, finished }
  }
}

const isRetired = async (db: Db, name: string): Promise<boolean> =>
  !!(await db
    .selectFrom('letter_key')
    .select('name')
    .where('name', '=', name)
    .where('retired_at', 'is not', null)
    .executeTakeFirst())
