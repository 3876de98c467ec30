import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from '../outside/clock.ts'
import { nameOfKey, type LetterKeys } from './keys.ts'

/** The file is cut short, was changed, or is none of ours. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}
/** It was made under a key that is not here. */
export class BackupKeyMissing extends Error {
  override name = 'BackupKeyMissing'
  keyName: string
  constructor(keyName: string) {
    super(`the backup needs the key ${keyName}`)
    this.keyName = keyName
  }
}

type Bytes = AsyncIterable<Uint8Array>

const frameBytes = 256 * 1024
const tagBytes = 16
const headerOf = (keyName: string, salt: Buffer) => `LACRE-BACKUP 1 ${keyName} ${salt.toString('hex')}\n`
const headerForm = /^LACRE-BACKUP 1 ([0-9a-f]{12}) ([0-9a-f]{64})\n$/
const headerBytes = headerOf('0'.repeat(12), Buffer.alloc(32)).length

const fileKey = (master: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', master, salt, 'backup', 32))

/** Its number and whether it is the last are in the nonce: no frame can be moved, repeated or left out. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * AES-256-GCM in frames, under a key of this file's own, derived from the current letter key. In the clear stands only
 * which key that is. Each frame: 4 bytes of length, the sealed bytes, the tag.
 */
export async function* sealStream(source: Bytes, keys: LetterKeys, random: Random): AsyncGenerator<Buffer> {
  const salt = random.bytes(32)
  const master = keys.current()
  const header = Buffer.from(headerOf(nameOfKey(master), salt))
  const key = fileKey(master, salt)
  const frame = (plain: Buffer, number: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }
  yield header
  let number = 0
  let rest = Buffer.alloc(0)
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece])
    for (; rest.length > frameBytes; rest = rest.subarray(frameBytes))
      yield frame(rest.subarray(0, frameBytes), number++, false)
  }
  yield frame(rest, number, true)
}

/** What `sealStream` was given. @throws BackupDamaged, BackupKeyMissing */
export async function* openStream(source: Bytes, keys: LetterKeys | undefined): AsyncGenerator<Buffer> {
  const take = taker(source)
  const header = await take(headerBytes)
  const [, keyName = '', salt = ''] = headerForm.exec(header?.toString('latin1') ?? '') ?? []
  if (!header || !keyName) throw new BackupDamaged('this is no backup of Lacre')
  const master = keys?.named(keyName)
  if (!master) throw new BackupKeyMissing(keyName)
  const key = fileKey(master, Buffer.from(salt, 'hex'))

  let next = await takeFrame(take)
  for (let number = 0; next; number++) {
    const sealed = next
    next = await takeFrame(take)
    yield open(key, sealed, { number, isLast: !next, header })
    if (!next) return
  }
  throw new BackupDamaged('the backup is cut short')
}

type Take = (count: number) => Promise<Buffer | undefined>

async function takeFrame(take: Take): Promise<Buffer | undefined> {
  const length = (await take(4))?.readUInt32BE()
  if (length === undefined) return undefined
  const sealed = length > frameBytes + tagBytes || length < tagBytes ? undefined : await take(length)
  if (!sealed) throw new BackupDamaged('the backup is cut short or changed')
  return sealed
}

function open(
  key: Buffer,
  sealed: Buffer,
  { number, isLast, header }: { number: number; isLast: boolean; header: Buffer },
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
    .setAAD(header)
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new BackupDamaged('the backup is cut short or changed')
  }
}

/** Exactly so many bytes; undefined at the very end. @throws BackupDamaged when only some of them are there. */
function taker(source: Bytes): Take {
  const pieces = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  return async (count) => {
    const parts = [rest]
    let have = rest.length
    while (have < count) {
      const { value, done } = await pieces.next()
      if (done) break
      parts.push(Buffer.from(value))
      have += value.length
    }
    rest = Buffer.concat(parts)
    if (rest.length === 0) return undefined
    if (rest.length < count) throw new BackupDamaged('the backup is cut short')
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  }
}
