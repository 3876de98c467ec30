import { crc32 } from 'node:zlib'

/** A png of these chunks, whatever nonsense they say, with correct checksums. */
export function pngChunks(...chunks: [type: string, data?: Buffer][]): Buffer {
  const parts = chunks.map(([type, data = Buffer.alloc(0)]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}
