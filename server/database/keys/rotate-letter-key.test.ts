// @module-tag long
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemRandom as random } from '../../outside/random.ts'
import { plantAccount, plantLetter } from '../../testing/plant.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { foreignKeys } from './foreign-keys.ts'
import { letterCipher, UnknownLetterKey, type LetterCipher } from './letter-cipher.ts'
import { readKeyFile, replaceKeyFile } from './letter-key-file.ts'
import { keysAtHand, letterKeys, nameOfKey, type KeySettings } from './letter-keys.ts'
import { rotateLetterKey, type Rotation } from './rotate-letter-key.ts'
import type { Db } from '../tables.ts'

let db: Db
let settings: KeySettings
let path: string
beforeEach(async () => {
  db = (await testDatabase()).db
  const dataDir = mkdtempSync(join(tmpdir(), 'lacre-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  settings = { letterKey: undefined, letterKeysOld: [], dataDir }
  path = join(dataDir, 'letter-key')
})

/** As a server that has just started has it. */
const cipherNow = () => letterCipher(letterKeys(settings, random), random)
const rotate = (changed: Partial<KeySettings> = {}) =>
  rotateLetterKey({ db, random, settings: { ...settings, ...changed } })
const done = async (outcome: ReturnType<typeof rotate>): Promise<Rotation> => {
  const rotation = await outcome
  if ('refused' in rotation) throw new Error(rotation.refused)
  return rotation
}
const keysInFile = () => readKeyFile(path).map(nameOfKey)

const seal = (cipher: LetterCipher, text: string) =>
  plantLetter(db, { open: { cipher, content: text, pdf: Buffer.from(text) } })
const rowOf = (id: string) =>
  db.selectFrom('letter_secret').selectAll().where('letter_id', '=', id).executeTakeFirstOrThrow()
async function read(cipher: LetterCipher, id: string) {
  const row = await rowOf(id)
  return cipher.openContent(id, { ...row, content: row.content! })
}
const namesInUse = async () => [
  ...new Set(
    (await db.selectFrom('letter_secret').select('key_name').execute()).map(({ key_name }) => key_name),
  ),
]

test('what the operators’ applications know is wrapped anew too', async () => {
  const account_id = await plantAccount(db)
  const added_at = new Date('2026-11-21T09:00:00Z')
  const open = { addresses: '', content: 'JBSWY3DPEHPK3PXP', pdf: Buffer.alloc(0) }
  const { wrapped_key, key_name, content } = cipherNow().seal(account_id, open)
  const totp = { account_id, wrapped_key, key_name, content, added_at }
  await db.insertInto('operator').values({ account_id, name: 'Olga', added_at }).execute()
  await db.insertInto('operator_totp').values(totp).execute()
  const { current, finished } = await done(rotate())
  const row = await db.selectFrom('operator_totp').selectAll().executeTakeFirstOrThrow()
  expect([finished, row.key_name]).toEqual([true, current])
  expect(cipherNow().openContent(account_id, row)).toBe(open.content)
})

test('a change of key wraps the letters’ keys anew, leaves what they open, and forgets the old key', async () => {
  const cipher = cipherNow()
  const ids = [await seal(cipher, 'uno'), await seal(cipher, 'dos')]
  const [old] = keysInFile()
  const before = await rowOf(ids[0]!)

  const { current, count, finished, resumed } = await done(rotate())
  expect({ count, finished, resumed }).toEqual({ count: 2, finished: true, resumed: false })
  expect(keysInFile()).toEqual([current])
  expect(current).not.toBe(old)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(settings.dataDir)).toEqual(['letter-key'])
  const after = await rowOf(ids[0]!)
  expect(after.content).toEqual(before.content)
  expect(after.pdf).toEqual(before.pdf)
  expect(after.wrapped_key).not.toEqual(before.wrapped_key)
  expect(await read(cipherNow(), ids[1]!)).toBe('dos')
})

test('drafts move too, and the old key opens nothing any more', async () => {
  const letter = await seal(cipherNow(), 'uno')
  const { account_id } = await db.selectFrom('letter').select('account_id').executeTakeFirstOrThrow()
  const id = random.uuid()
  const { wrapped_key, key_name, content } = cipherNow().seal(id, {
    addresses: '',
    content: 'borrador',
    pdf: Buffer.alloc(0),
  })
  await db
    .insertInto('draft')
    .values({ id, account_id, version: 1, wrapped_key, key_name, content, updated_at: new Date(0) })
    .execute()
  const stolen = letterCipher(readKeyFile(path)[0]!, random)

  expect((await done(rotate())).count).toBe(2)
  const draft = await db.selectFrom('draft').selectAll().executeTakeFirstOrThrow()
  expect(cipherNow().openContent(id, draft)).toBe('borrador')
  await expect(read(stolen, letter)).rejects.toThrow(UnknownLetterKey)
})

test('killed in the middle, everything can be read, and the next call goes on with the same new key', async () => {
  const ids: string[] = []
  for (let n = 0; n < 450; n++) ids.push(await seal(cipherNow(), `carta ${n}`))
  const victim = ids.toSorted()[300]!
  await sql`create function strike() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
    db,
  )
  await sql`
    create trigger strike before update on letter_secret for each row
    when (old.letter_id = ${sql.lit(victim)}) execute function strike()`.execute(db)

  await expect(rotate()).rejects.toThrow('power cut')
  const [current] = keysInFile()
  expect(keysInFile()).toHaveLength(2)
  expect(await namesInUse()).toHaveLength(2)
  for (const n of [0, 200, 300, 449]) expect(await read(cipherNow(), ids[n]!)).toBe(`carta ${n}`)

  await sql`drop function strike() cascade`.execute(db)
  expect(await done(rotate())).toMatchObject({ current, count: 250, finished: true, resumed: true })
  expect(keysInFile()).toEqual([current])
  expect(await namesInUse()).toEqual([current])
})

test('killed after the old key was retired and before the file forgot it, the next call forgets it', async () => {
  const id = await seal(cipherNow(), 'uno')
  const [old] = readKeyFile(path)
  await rotate()
  replaceKeyFile(path, [readKeyFile(path)[0]!, old!])
  expect(await done(rotate())).toMatchObject({ count: 0, finished: true, resumed: true })
  expect(keysInFile()).toHaveLength(1)
  expect(await read(cipherNow(), id)).toBe('uno')
})

test('a server that runs beside it reads old and new, and seals with the new key at once', async () => {
  const server = cipherNow()
  const id = await seal(server, 'antes')
  await rotate()
  expect(await read(server, id)).toBe('antes')
  const later = await seal(server, 'después')
  expect((await rowOf(later)).key_name).toBe(keysInFile()[0])
  expect(await read(cipherNow(), later)).toBe('después')
})

test('nothing is ever stored under a retired key, even by a process that still holds it (design.md#database-is-the-guard)', async () => {
  const [old] = (await seal(cipherNow(), 'uno'), readKeyFile(path))
  const late = letterCipher(old!, random)
  await rotate()
  await expect(seal(late, 'tarde')).rejects.toMatchObject({ constraint: 'letter_key_in_use' })
})

test('a letter that is being sealed with the old key while it is retired is waited for and moved', async () => {
  const first = await seal(cipherNow(), 'uno')
  const old = letterCipher(readKeyFile(path)[0]!, random)
  const id = await plantLetter(db)
  let commit = () => {}
  const sealing = db.transaction().execute(async (tx) => {
    const sealed = old.seal(id, { addresses: 'a', content: 'a la vez', pdf: Buffer.from('x') })
    await tx
      .insertInto('letter_secret')
      .values({ letter_id: id, ...sealed })
      .execute()
    await new Promise<void>((go) => (commit = go))
  })
  const rotating = done(rotate())
  // It waits for the lock on the key's name: seen in the database, not guessed by a clock.
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  while (!(await waiting()).rows.length);
  commit()
  await sealing
  expect(await rotating).toMatchObject({ count: 2, finished: true })
  for (const letter of [first, id]) expect(await read(cipherNow(), letter)).toBeTruthy()
  expect(await namesInUse()).toEqual(keysInFile())
})

test('a wrapped key moved to another letter is not wrapped anew: it is told, and the old key stays (design.md#letters-are-secret)', async () => {
  const [one, two] = [await seal(cipherNow(), 'uno'), await seal(cipherNow(), 'dos')]
  const { wrapped_key } = await rowOf(one)
  await db.updateTable('letter_secret').set({ wrapped_key }).where('letter_id', '=', two).execute()
  await expect(read(cipherNow(), two)).rejects.toThrow(/authenticate/)

  expect(await done(rotate())).toMatchObject({ count: 1, damaged: [two], finished: false })
  expect(keysInFile()).toHaveLength(2)
  expect(await read(cipherNow(), one)).toBe('uno')
})

test('a letter under a key nobody has is counted under the key’s name, and stops a start', async () => {
  const foreign = Buffer.alloc(32, 9)
  await seal(letterCipher(foreign, random), 'ajena')
  await seal(cipherNow(), 'uno')
  const name = nameOfKey(foreign)
  expect(await foreignKeys(db, keysAtHand(settings))).toEqual([name])
  const rotation = await done(rotate())
  expect(rotation).toMatchObject({ count: 1, finished: true })
  expect([...rotation.unknown]).toEqual([[name, 1]])

  const withIt = { letterKeysOld: [foreign.toString('hex')] }
  expect(await foreignKeys(db, keysAtHand({ ...settings, ...withIt }))).toEqual([])
  expect(await done(rotate(withIt))).toMatchObject({ count: 2, finished: true })
  expect(await foreignKeys(db, keysAtHand(settings))).toEqual([])
})

test('with the key in the settings, what LETTER_KEY_OLD opens is wrapped by LETTER_KEY', async () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const id = await seal(letterCipher(old, random), 'uno')
  const letterKey = fresh.toString('hex')
  expect(await rotate({ letterKey })).toEqual({ refused: 'no-former-key' })
  expect(await done(rotate({ letterKey, letterKeysOld: [old.toString('hex')] }))).toMatchObject({
    count: 1,
    finished: true,
  })
  expect(await read(letterCipher(fresh, random), id)).toBe('uno')
  const back = { letterKey: old.toString('hex'), letterKeysOld: [letterKey] }
  expect(await rotate(back)).toEqual({ refused: 'current-is-retired' })
  expect(readdirSync(settings.dataDir)).toEqual([])
})

test('of two at the same time, one is refused and no key is lost', async () => {
  const id = await seal(cipherNow(), 'uno')
  const both = await Promise.all([rotate(), rotate()])
  const refused = both.filter((one) => 'refused' in one)
  // The slower one may also come after the faster, and then it rotates once more.
  expect(refused.every((one) => 'refused' in one && one.refused === 'already-running')).toBe(true)
  expect(keysInFile()).toHaveLength(1)
  expect(await read(cipherNow(), id)).toBe('uno')
})

test('with its key file gone a running server reads on and seals nothing', async () => {
  const server = cipherNow()
  const id = await seal(server, 'uno')
  rmSync(path)
  expect(await read(server, id)).toBe('uno')
  await expect(seal(server, 'dos')).rejects.toThrow('ENOENT')
})

test('a key file that holds no key stops the start', () => {
  letterKeys(settings, random)
  const whole = readFileSync(path, 'utf8')
  expect(whole).toMatch(/^[0-9a-f]{64}\n$/)
  replaceKeyFile(path, [Buffer.alloc(3)])
  expect(() => letterKeys(settings, random)).toThrow('64 hexadecimal digits')
})
