/** No call of ours takes so many; a megabyte of brackets would keep the parser busy for a tenth of a second. */
const mostValues = 10_000

const [quote, backslash, comma, colon, bracket, brace] = Buffer.from('"\\,:[{')

/** One step for each byte; what stands inside a string does not count. */
export function hasTooManyValues(json: Uint8Array): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === colon || byte === bracket || byte === brace) values++
  }
  return values > mostValues
}
