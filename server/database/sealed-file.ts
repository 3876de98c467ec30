import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
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

const headerOf = (keyName: string, salt: Buffer) => `LACRE-BACKUP 3 ${keyName} ${salt.toString('hex')}\n`
const headerForm = /^LACRE-BACKUP 3 ([0-9a-f]{12}) ([0-9a-f]{64})\n$/
const headerBytes = headerOf('0'.repeat(12), Buffer.alloc(32)).length

/** AES-GCM would end at 64 GiB. */
const cipherName = 'chacha20-poly1305'
const authTagLength = 16
/** Its types ask for them; only AES-CCM reads them. */
const aadOptions = { plaintextLength: 0 }
/** Each file has a key of its own, so one nonce serves all of them. */
const nonce = Buffer.alloc(12)
const fileKey = (master: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', master, salt, 'backup', 32))

/** Only the letter key's name stands in the clear, before the sealed bytes; the tag stands behind them. */
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

/** What `sealStream` was given, once the whole file is known to be it. @throws BackupDamaged, BackupKeyMissing */
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
  return pipeline(sealed(), opening(), () => {}) // what fails fails where it is read
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
