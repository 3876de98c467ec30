import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from '../outside/clock.ts'
import { nameOfKey, type LetterKeys } from './cipher.ts'

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
const headerOf = (keyName: string, salt: Buffer) => `LACRE-BACKUP 2 ${keyName} ${salt.toString('hex')}\n`
const headerForm = /^LACRE-BACKUP 2 ([0-9a-f]{12}) ([0-9a-f]{64})\n$/
const headerBytes = headerOf('0'.repeat(12), Buffer.alloc(32)).length

const fileKey = (master: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', master, salt, 'backup', 32))

/** Its number and whether it is the last are in the nonce: no frame can be moved, repeated or left out. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** AES-256-GCM in frames under a key of this file; only the letter key's name stands in the clear. */
export async function* sealStream(source: Bytes, keys: LetterKeys, random: Random): AsyncGenerator<Buffer> {
  const salt = random.bytes(32)
  const master = keys.current()
  const header = Buffer.from(headerOf(nameOfKey(master), salt))
  const key = fileKey(master, salt)
  yield header
  const take = takeFrom(source)
  for await (const { bytes, number, isLast } of framesOf(take, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** What `sealStream` was given. @throws BackupDamaged, BackupKeyMissing */
export async function* openStream(source: Bytes, keys: LetterKeys | undefined): AsyncGenerator<Buffer> {
  const take = takeFrom(source)
  const header = await take(headerBytes)
  const [, keyName = '', salt = ''] = headerForm.exec(header.toString('latin1')) ?? []
  if (!keyName) throw new BackupDamaged('this is no backup of Lacre')
  const master = keys?.named(keyName)
  if (!master) throw new BackupKeyMissing(keyName)
  const key = fileKey(master, Buffer.from(salt, 'hex'))
  for await (const frame of framesOf(take, frameBytes + tagBytes)) yield open(key, header, frame)
}

function open(key: Buffer, header: Buffer, { bytes, number, isLast }: Frame): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
  try {
    decipher.setAAD(header).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new BackupDamaged('the backup is cut short or changed')
  }
}

type Frame = { bytes: Buffer; number: number; isLast: boolean }
/** Up to so many bytes: fewer only at the end. */
type Take = (count: number) => Promise<Buffer>

/** At least one, however little there is. */
async function* framesOf(take: Take, size: number): AsyncGenerator<Frame> {
  let next = await take(size)
  for (let number = 0, isLast = false; !isLast; number++) {
    const bytes = next
    next = await take(size)
    isLast = next.length === 0
    yield { bytes, number, isLast }
  }
}

export function takeFrom(source: Bytes): Take {
  const pieces = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  return async (count) => {
    const parts = [rest]
    for (let have = rest.length; have < count;) {
      const { value, done } = await pieces.next()
      if (done) break
      parts.push(Buffer.from(value))
      have += value.length
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(count)
    return all.subarray(0, count)
  }
}
