/**
 * The pages of the site are packed at each start of the server, which takes a third of a second: a run that starts it a
 * hundred times in one process packs each of them once.
 */
import { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

const pack = zlib.brotliCompressSync
const packed = new Map<string, ReturnType<typeof pack>>()

zlib.brotliCompressSync = (bytes, options) => {
  const name = createHash('sha256')
    .update(bytes as Uint8Array)
    .digest('hex')
  const known = packed.get(name) ?? pack(bytes, options)
  packed.set(name, known)
  return known
}
syncBuiltinESMExports()
