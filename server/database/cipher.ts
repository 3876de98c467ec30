import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { DateLine } from '@lacre/letter/looks/date-line.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import type { Random } from '../outside/clock.ts'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** The keys that wrap the letters' keys, 32 bytes each. Kept outside the database. */
export type LetterKeys = {
  /** Seals new content. */
  current(): Buffer
  /** By the name stored with the content; undefined when it is missing here. */
  named(name: string): Buffer | undefined
}

/** `letterKeys`: 64 hex digits each. The first seals; the others only open older content. */
type KeySettings = { letterKeys: string[] | undefined; dataDir: string }

/** Identifies a key without revealing it. */
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

/** The setting, else the key file, made once. Without the key no letter can be opened. */
export function letterKeys(settings: KeySettings, random: Random): LetterKeys {
  if (!settings.letterKeys) makeKeyFileOnce(keyFileOf(settings.dataDir), () => random.bytes(32))
  return keysAtHand(settings) as LetterKeys // the file exists by now
}

/** The configured keys, else those of the key file. Undefined before the first start makes the file. */
export function keysAtHand({ letterKeys, dataDir }: KeySettings): LetterKeys | undefined {
  const path = keyFileOf(dataDir)
  const inFile = () => (existsSync(path) ? readKeyFile(path) : [])
  const [current, ...older] = letterKeys?.map((key) => Buffer.from(key, 'hex')) ?? inFile()
  return current && fixedKeys(current, older)
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'letter-key')

/** One key per line, 64 hex digits: the first seals; the others only open older content. @throws Error */
export function readKeyFile(path: string): Buffer[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  if (!lines.length || lines.some((line) => !/^[0-9a-f]{64}$/i.test(line)))
    throw new Error('the letter key file does not hold keys of 64 hexadecimal digits')
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Written to a draft, synced, then linked, so that two nodes starting at once share one whole key. */
export function makeKeyFileOnce(path: string, key: () => Buffer): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${key().toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** The names of keys that stored content needs and that are missing here. Reads every sealed row. */
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

/** A letter's secrets, sealed. Only the wrapped key opens them. */
export type SealedLetter = {
  wrapped_key: Buffer
  key_name: string
  addresses: Buffer
  content: Buffer
  pdf: Buffer
  signature: Buffer | null
  date_line: Buffer | null
}
/** A letter's own key, wrapped, and the name of the key that wraps it. */
export type WrappedKey = Pick<SealedLetter, 'wrapped_key' | 'key_name'>
export type OpenLetter = {
  addresses: string
  content: string
  pdf: Buffer
  signature?: Signature | null
  dateLine?: DateLine | null
}

export type LetterCipher = {
  /** Missing parts are sealed as empty: a draft has no pages. */
  seal(letterId: string, open: Partial<OpenLetter>): SealedLetter
  /** @throws UnknownLetterKey, or Error when a bit was changed, so that nothing doubtful is printed. */
  openContent(letterId: string, sealed: WrappedKey & { content: Buffer }): string
  openAddresses(letterId: string, sealed: WrappedKey & { addresses: Buffer }): string
  openPdf(letterId: string, sealed: WrappedKey & { pdf: Buffer }): Buffer
  openSignature(letterId: string, sealed: WrappedKey & { signature: Buffer | null }): Signature | null
  openDateLine(letterId: string, sealed: WrappedKey & { date_line: Buffer | null }): DateLine | null
  /** Equal for equal letters; reveals nothing without the key. */
  fingerprint(text: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16

function encrypt(random: Random, key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes)
  const body = sealed.subarray(nonceBytes, -tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(body), decipher.final()])
}

/** The key of the letter is missing here: it cannot be read, but it is not damaged. */
export class UnknownLetterKey extends Error {
  override name = 'UnknownLetterKey'
  constructor(keyName: string) {
    super(`the letter key ${keyName} is not here`)
  }
}

/** Derives one key per purpose. */
function derived(master: Buffer) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32))
  return { name: nameOfKey(master), wrapping: derive('wrap'), fingerprinting: derive('fingerprint') }
}

/**
 * AES-256-GCM with a key per letter and the letter's id as associated data, so that a sealed part cannot pass as
 * another letter's (design/privacy.md#letters-are-secret). `keys` (or the only one, 32 bytes) live outside the
 * database.
 */
export function letterCipher(keys: LetterKeys | Buffer, random: Random): LetterCipher {
  const ring = Buffer.isBuffer(keys) ? fixedKeys(keys) : keys
  const known = new WeakMap<Buffer, ReturnType<typeof derived>>()
  function of(master: Buffer) {
    const found = known.get(master) ?? derived(master)
    known.set(master, found)
    return found
  }
  function open(part: string, id: string, { wrapped_key, key_name }: WrappedKey, sealed: Buffer): Buffer {
    const master = ring.named(key_name)
    if (!master) throw new UnknownLetterKey(key_name)
    const key = decrypt(of(master).wrapping, wrapped_key, `key:${id}`)
    return decrypt(key, sealed, `${part}:${id}`)
  }
  const openJson = (part: string, id: string, wrapped: WrappedKey, sealed: Buffer | null): unknown =>
    sealed && JSON.parse(open(part, id, wrapped, sealed).toString())
  return {
    seal(id, { addresses = '', content = '', pdf = Buffer.alloc(0), signature, dateLine }) {
      const key = random.bytes(32)
      const { name, wrapping } = of(ring.current())
      const seal = (part: string, plain: Buffer) => encrypt(random, key, plain, `${part}:${id}`)
      const sealJson = (part: string, value: object | null | undefined) =>
        value ? seal(part, Buffer.from(JSON.stringify(value))) : null
      return {
        wrapped_key: encrypt(random, wrapping, key, `key:${id}`),
        key_name: name,
        addresses: seal('addresses', Buffer.from(addresses)),
        content: seal('content', Buffer.from(content)),
        pdf: seal('pdf', pdf),
        signature: sealJson('signature', signature),
        date_line: sealJson('date-line', dateLine),
      }
    },
    openAddresses: (id, sealed) => open('addresses', id, sealed, sealed.addresses).toString(),
    openContent: (id, sealed) => open('content', id, sealed, sealed.content).toString(),
    openPdf: (id, sealed) => open('pdf', id, sealed, sealed.pdf),
    openSignature: (id, sealed) => openJson('signature', id, sealed, sealed.signature) as Signature | null,
    openDateLine: (id, sealed) => openJson('date-line', id, sealed, sealed.date_line) as DateLine | null,
    fingerprint: (text) => createHmac('sha256', of(ring.current()).fingerprinting).update(text).digest(),
  }
}

/**
 * An account's or address's pseudonym in the audit log: twelve digits, which only the letter key can reproduce. Another
 * key gives other digits (design/print-room.md#operators-on-record).
 */
export const pseudonymOf = ({ fingerprint }: Pick<LetterCipher, 'fingerprint'>, about: string): string =>
  fingerprint(`operator ${about}`).toString('hex').slice(0, 12)
