import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Chance } from '../outside/chance.ts'

/** What is secret of one letter, sealed. The wrapped key opens the rest; without it nothing does. */
export type SealedLetter = {
  wrapped_key: Buffer
  key_name: string
  addresses: Buffer
  content: Buffer
  pdf: Buffer
}
export type OpenLetter = { addresses: string; content: string; pdf: Buffer }

export type LetterCipher = {
  seal(letterId: string, open: OpenLetter): SealedLetter
  /** @throws Error when the key is another or a bit was changed: better to stop than to print a doubt. */
  openContent(letterId: string, sealed: Pick<SealedLetter, 'wrapped_key' | 'content'>): string
  openAddresses(letterId: string, sealed: Pick<SealedLetter, 'wrapped_key' | 'addresses'>): string
  openPdf(letterId: string, sealed: Pick<SealedLetter, 'wrapped_key' | 'pdf'>): Buffer
  /** A hash that says whether two letters are the same, and to nobody without the key what is in them. */
  fingerprint(text: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16

function encrypt(chance: Chance, key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = chance.bytes(nonceBytes)
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

/**
 * AES-256-GCM with a key for each letter and the letter's id as associated data, so that no sealed part can be
 * passed off as another letter's (design, 3.6). `master` (32 bytes) lives outside the database.
 */
export function letterCipher(master: Buffer, chance: Chance): LetterCipher {
  if (master.length !== 32) throw new Error('the letter key has 32 bytes')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32))
  const wrapping = derive('wrap')
  const fingerprinting = derive('fingerprint')
  const keyName = derive('name').subarray(0, 6).toString('hex')
  const keyOf = (id: string, { wrapped_key }: Pick<SealedLetter, 'wrapped_key'>) =>
    decrypt(wrapping, wrapped_key, `key:${id}`)
  return {
    seal(id, { addresses, content, pdf }) {
      const key = chance.bytes(32)
      return {
        wrapped_key: encrypt(chance, wrapping, key, `key:${id}`),
        key_name: keyName,
        addresses: encrypt(chance, key, Buffer.from(addresses), `addresses:${id}`),
        content: encrypt(chance, key, Buffer.from(content), `content:${id}`),
        pdf: encrypt(chance, key, pdf, `pdf:${id}`),
      }
    },
    openAddresses: (id, sealed) => decrypt(keyOf(id, sealed), sealed.addresses, `addresses:${id}`).toString(),
    openContent: (id, sealed) => decrypt(keyOf(id, sealed), sealed.content, `content:${id}`).toString(),
    openPdf: (id, sealed) => decrypt(keyOf(id, sealed), sealed.pdf, `pdf:${id}`),
    fingerprint: (text) => createHmac('sha256', fingerprinting).update(text).digest(),
  }
}
