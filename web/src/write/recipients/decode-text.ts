/** What no TextDecoder reads: the upper half of DOS in western Europe. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const upperHalf = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
const named = ['windows-1252', 'macintosh', 'iso-8859-15']
/** The signs of 128 to 255 in what spreadsheets write: Windows, Mac, older Unix, DOS. */
const pages = [...named.map((name) => new TextDecoder(name).decode(upperHalf)), dos]
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a list's bytes as it may be read, the likeliest first. */
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

/** UTF-16, by its mark or by the noughts beside plain letters. */
function wideName(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const noughts = (odd: number) => start.filter((one, at) => one === 0 && at % 2 === odd).length
  if (noughts(1) > start.length / 4) return 'utf-16le'
  return noughts(0) > start.length / 4 ? 'utf-16be' : undefined
}

/** Signs composed, and what was encoded twice read once more. */
function tidy(text: string): string {
  const once = text.replace(
    /[^\0-\x7f]+/g,
    (run) => pages.map((page) => decodeAgain(run, page)).find(Boolean) ?? run,
  )
  return once === text ? text.normalize('NFC') : tidy(once)
}

/** `Ã±` → `ñ`; undefined for what is no UTF-8 read by this page. */
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

/** Signs of Spain's languages at their place; a capital within a word is of the wrong page. */
const likelihood = (text: string) =>
  count(text, /(?<=\p{L})[áéíóúüñçàèòï]|(?<!\p{Ll})[ÁÉÍÓÚÜÑÇÀÈÒ]|(?<=[\d.])[ªº]|[·’€]/gu) -
  2 * count(text, /[^\0-\x7fáéíóúüñçàèòïÁÉÍÓÚÜÑÇÀÈÒÏœªº·’€¿¡]|(?<=\p{Ll})[ÁÉÍÓÚÜÑÇÀÈÒÏ]/gu)
