/** The upper half of DOS code page 850, which TextDecoder lacks. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const upperHalf = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
const named = ['windows-1252', 'macintosh', 'iso-8859-15']
/** Characters 128 to 255 of the encodings that spreadsheets write: Windows, Mac, older Unix, DOS. */
const pages = [...named.map((name) => new TextDecoder(name).decode(upperHalf)), dos]
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Possible decodings of a file, the likeliest first. */
export function decodeText(bytes: Uint8Array): string[] {
  const wide = wideName(bytes)
  if (wide) return [tidy(new TextDecoder(wide).decode(bytes))]
  try {
    return [tidy(utf8.decode(bytes))]
  } catch {
    const readings = [
      ...pages.map((page) => bytes.reduce((text, one) => text + sign(one, page), '')),
      new TextDecoder().decode(bytes),
    ]
    return readings.map(tidy).toSorted((one, other) => likelihood(other) - likelihood(one))
  }
}

const sign = (byte: number, page: string) =>
  byte < 128 ? String.fromCharCode(byte) : page.charAt(byte - 128)

/** UTF-16, by its byte order mark or by zero bytes beside ASCII letters. */
function wideName(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const zeros = (odd: number) => start.filter((one, at) => one === 0 && at % 2 === odd).length
  if (zeros(1) > start.length / 4) return 'utf-16le'
  return zeros(0) > start.length / 4 ? 'utf-16be' : undefined
}

/** Composes accents and repairs double encoding. */
function tidy(text: string): string {
  const once = text.replace(
    /[^\0-\x7f]+/g,
    (run) => pages.map((page) => decodeAgain(run, page)).find(Boolean) ?? run,
  )
  return once === text ? text.normalize('NFC') : tidy(once)
}

/** `Ã±` → `ñ`; undefined unless the run is UTF-8 read by this code page. */
function decodeAgain(run: string, page: string): string | undefined {
  const bytes = Array.from(run, (one) => page.indexOf(one) + 128)
  if (bytes.some((byte) => byte < 128)) return undefined
  try {
    const text = utf8.decode(Uint8Array.from(bytes))
    return /^(?:[\u0080-\u017f\u2010-\u2122]|\p{Script=Inherited})+$/u.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

const count = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0

/** Counts letters of Spain's languages in plausible places; a capital within a word indicates the wrong code page. */
const likelihood = (text: string) =>
  count(text, /(?<=\p{L})[áéíóúüñçàèòï]|(?<!\p{Ll})[ÁÉÍÓÚÜÑÇÀÈÒ]|(?<=[\d.])[ªº]|[·’€]/gu) -
  2 * count(text, /[^\0-\x7fáéíóúüñçàèòïÁÉÍÓÚÜÑÇÀÈÒÏœªº·’€¿¡]|(?<=\p{Ll})[ÁÉÍÓÚÜÑÇÀÈÒÏ]/gu)
