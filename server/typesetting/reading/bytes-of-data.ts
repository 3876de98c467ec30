const percent = 0x25

/** The bytes in a `data:` address. Whether they are a picture is not asked here. */
export function bytesOfData(address: string): Buffer {
  const comma = address.indexOf(',')
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma))
  const body = unescaped(Buffer.from(address.slice(comma + 1)))
  return isBase64 ? Buffer.from(body.toString('latin1'), 'base64') : body
}

/** `%2B` → `+`, byte by byte and in place: the bytes need not be text. */
function unescaped(body: Buffer): Buffer {
  if (!body.includes(percent)) return body // as every picture that a browser wrote
  let end = 0
  for (let at = 0; at < body.length; at++) {
    const isEscape = body[at] === percent && /^[\da-f]{2}$/i.test(body.toString('latin1', at + 1, at + 3))
    body[end++] = isEscape ? parseInt(body.toString('latin1', at + 1, at + 3), 16) : body[at]!
    if (isEscape) at += 2
  }
  return body.subarray(0, end)
}
