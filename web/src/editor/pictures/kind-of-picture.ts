/** The format by the first bytes of a file; its name and type do not count. */
type PictureKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'heic'

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))
const numberAt = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)

export function kindOfPicture(bytes: Uint8Array): PictureKind | undefined {
  const head = textAt(bytes, 0, 12)
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  if (head.slice(4, 8) !== 'ftyp') return undefined
  // The brands; some files of either kind list `mif1` first.
  const brands = textAt(bytes, 8, 56)
  if (/avi[fs]/.test(brands)) return 'avif'
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'heic' : undefined
}

/** False for a truncated file, which some browsers show in part. Bytes behind the end are allowed. */
export function isWholePicture(bytes: Uint8Array, kind: PictureKind): boolean {
  try {
    return ends[kind](bytes)
  } catch {
    return false // a length beyond the end of the file
  }
}

const ends = {
  png: (bytes) => {
    for (let at = 8; at + 12 <= bytes.length; at += 12 + numberAt(bytes, at))
      if (textAt(bytes, at + 4, 4) === 'IEND') return true
    return false
  },
  jpeg: (bytes) => {
    let at = 2
    while (at < bytes.length) {
      at = bytes.indexOf(0xff, at)
      if (at < 0) return false
      const marker = bytes[++at]
      if (marker === 0xd9) return true
      const hasLength =
        marker !== undefined && marker !== 0xff && marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd7)
      if (hasLength) at += 1 + (numberAt(bytes, at + 1) >>> 16)
    }
    return false
  },
  webp: (bytes) => new DataView(bytes.buffer, bytes.byteOffset + 4, 4).getUint32(0, true) + 8 <= bytes.length,
  avif: hasWholeBoxes,
  heic: hasWholeBoxes,
} satisfies Record<PictureKind, (bytes: Uint8Array) => boolean>

function hasWholeBoxes(bytes: Uint8Array): boolean {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = numberAt(bytes, at)
    if (size < 8) return true // of 64 bits, or up to the end
    at += size
  }
  return at <= bytes.length
}
