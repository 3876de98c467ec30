import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemRandom as random } from '../outside/clock.ts'
import { aLetter } from '../testing/factories.ts'
import { ownFolder } from '../testing/own-folder.ts'
import { testDatabase } from '../testing/test-database.ts'
import {
  foreignKeys,
  readKeyFile,
  fixedKeys,
  keysAtHand,
  letterKeys,
  nameOfKey,
  letterCipher,
  UnknownLetterKey,
  type LetterCipher,
} from './cipher.ts'

let dataDir: string
let path: string
beforeEach(() => {
  dataDir = ownFolder()
  path = join(dataDir, 'letter-key')
})

test('of the keys in the setting the first seals, and all open; a start misses one that is still needed', async () => {
  const { db } = await testDatabase()
  const [fresh, old] = [random.bytes(32), random.bytes(32)]
  const listed = (...keys: Buffer[]) =>
    letterKeys({ letterKeys: keys.map((key) => key.toString('hex')), dataDir }, random)
  const seal = (cipher: LetterCipher, content: string) => aLetter(db, { open: { cipher, content } })
  const rowOf = (id: string) => {
    const secret = db.selectFrom('letter_secret').selectAll().where('letter_id', '=', id)
    return secret.executeTakeFirstOrThrow()
  }
  const before = await seal(letterCipher(listed(old), random), 'antes')
  const both = letterCipher(listed(fresh, old), random)
  const after = await seal(both, 'después')
  expect([
    both.openContent(before, await rowOf(before)),
    both.openContent(after, await rowOf(after)),
  ]).toEqual(['antes', 'después'])
  expect((await rowOf(after)).key_name).toBe(nameOfKey(fresh))

  expect(await foreignKeys(db, listed(fresh, old))).toEqual([])
  expect(await foreignKeys(db, listed(fresh))).toEqual([nameOfKey(old)])
  const alone = letterCipher(listed(fresh), random)
  const row = await rowOf(before)
  expect(() => alone.openContent(before, row)).toThrow(UnknownLetterKey)
  await db.deleteFrom('letter_secret').where('letter_id', '=', before).execute()
  expect(await foreignKeys(db, listed(fresh))).toEqual([])
})

test('without the setting a key file is made once, for its owner only; a second line opens', () => {
  const settings = { letterKeys: undefined, dataDir }
  expect(keysAtHand(settings)).toBeUndefined()
  const made = letterKeys(settings, random).current()
  expect(letterKeys(settings, random).current()).toEqual(made)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const fresh = random.bytes(32)
  writeFileSync(path, `${fresh.toString('hex')}\n${made.toString('hex')}\n`)
  const keys = letterKeys(settings, random)
  expect([keys.current(), keys.named(nameOfKey(made))]).toEqual([fresh, made])
})

test('a key file that holds no key stops the start', () => {
  for (const content of ['', 'not a key\n', `${'0'.repeat(63)}\n`]) {
    writeFileSync(path, content)
    expect(() => readKeyFile(path)).toThrow('64 hexadecimal digits')
  }
})

test('a key has 32 bytes', () => {
  expect(() => fixedKeys(random.bytes(31))).toThrow('32 bytes')
})
