import type { NormalPicture } from '../../typesetting/typesetter.ts'

/** The bytes in a `data:` address. Whether they are a picture is for the typesetter to say. */
export function bytesOfData(address: string): Buffer {
  const comma = address.indexOf(',')
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma))
  const body = unescaped(address.slice(comma + 1))
  return isBase64 ? Buffer.from(body.toString('latin1'), 'base64') : body
}

/** `%2B` → `+`, byte by byte: the bytes need not be text. */
function unescaped(body: string): Buffer {
  if (!body.includes('%')) return Buffer.from(body)
  const bytes = body.replace(/%([\da-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

const types = { jpg: 'image/jpeg', png: 'image/png' } satisfies Record<NormalPicture['name'], string>

export const dataAddress = ({ name, bytes }: NormalPicture): string =>
  `data:${types[name]};base64,${bytes.toString('base64')}`
