import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import type { Random } from '../outside/clock.ts'
import { nameOfKey, type LetterKeys } from './cipher.ts'

/** The file is truncated, was changed, or is no backup. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}
/** The backup's key is missing here. */
export class BackupKeyMissing extends Error {
  override name = 'BackupKeyMissing'
  keyName: string
  constructor(keyName: string) {
    super(`the backup needs the key ${keyName}`)
    this.keyName = keyName
  }
}

const headerOf = (keyName: string, salt: Buffer) => `LACRE-BACKUP 3 ${keyName} ${salt.toString('hex')}\n`
const headerForm = /^LACRE-BACKUP 3 ([0-9a-f]{12}) ([0-9a-f]{64})\n$/
const headerBytes = headerOf('0'.repeat(12), Buffer.alloc(32)).length

/** AES-GCM is limited to 64 GiB. */
const cipherName = 'chacha20-poly1305'
const authTagLength = 16
/** Required by the types; only AES-CCM reads it. */
const aadOptions = { plaintextLength: 0 }
/** Each file has its own key, so the nonce can be constant. */
const nonce = Buffer.alloc(12)
const fileKey = (master: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', master, salt, 'backup', 32))

/** Only the letter key's name and the salt are in the clear, before the sealed bytes; the tag follows them. */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  keys: LetterKeys,
  random: Random,
): AsyncGenerator<Buffer> {
  const salt = random.bytes(32)
  const master = keys.current()
  const header = Buffer.from(headerOf(nameOfKey(master), salt))
  const cipher = createCipheriv(cipherName, fileKey(master, salt), nonce, { authTagLength })
  cipher.setAAD(header, aadOptions)
  yield header
  for await (const bytes of source) yield cipher.update(bytes)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** The plain bytes, after the whole file was verified. @throws BackupDamaged, BackupKeyMissing */
export async function openSealedFile(path: string, keys: LetterKeys | undefined): Promise<Readable> {
  const { header, tag, end } = await readEnds(path)
  const [, keyName = '', salt = ''] = headerForm.exec(header.toString('latin1')) ?? []
  if (!keyName || end < headerBytes) throw new BackupDamaged('this is no whole backup of Lacre')
  const master = keys?.named(keyName)
  if (!master) throw new BackupKeyMissing(keyName)
  const key = fileKey(master, Buffer.from(salt, 'hex'))
  const sealed = () => createReadStream(path, { start: headerBytes, end })
  const opening = () =>
    createDecipheriv(cipherName, key, nonce, { authTagLength }).setAAD(header, aadOptions).setAuthTag(tag)
  await piped(sealed(), opening(), async (plain) => {
    for await (const _ of plain);
  }).catch(() => {
    throw new BackupDamaged('the backup is cut short or changed')
  })
  return pipeline(sealed(), opening(), () => {}) // the reader gets the error
}

/** `end`: the last of the sealed bytes. */
async function readEnds(path: string) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = await file.read({ buffer: Buffer.alloc(headerBytes), position: 0 })
    const tag = await file.read({
      buffer: Buffer.alloc(authTagLength),
      position: Math.max(0, size - authTagLength),
    })
    return { header: header.buffer, tag: tag.buffer, end: size - authTagLength - 1 }
  } finally {
    await file.close()
  }
}
