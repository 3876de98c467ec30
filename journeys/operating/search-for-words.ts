import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A place where words may have been left: each of its parts by name, read when it is searched. */
export type Place = Record<string, Buffer>

/** Every file under these folders and files, whatever it is. */
export function filesIn(...paths: string[]): Place {
  const place: Place = {}
  for (const path of paths) {
    const names = statSync(path).isDirectory()
      ? globSync('**/*', { cwd: path }).map((one) => join(path, one))
      : [path]
    for (const name of names) if (statSync(name).isFile()) place[name] = readFileSync(name)
  }
  return place
}

/**
 * The parts of a place in which a word stands: as it is, in capitals or with a capital, in UTF-8 or UTF-16, as
 * hexadecimal digits, or somewhere inside base64.
 */
export function partsWith(place: Place, word: string): string[] {
  const forms = formsOf(word)
  return Object.keys(place).filter((name) => forms.some((form) => place[name]?.includes(form)))
}

function formsOf(word: string): Buffer[] {
  const cases = [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]
  return cases.flatMap((one) => {
    const bytes = Buffer.from(one)
    const hex = bytes.toString('hex')
    const inBase64 = [0, 1, 2].map((before) => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
      // Without the characters that its neighbours have a part in.
      return whole.slice(before ? before + 1 : 0, Math.floor(((before + bytes.length) * 4) / 3))
    })
    return [
      bytes,
      Buffer.from(one, 'utf16le'),
      ...[hex, hex.toUpperCase(), ...inBase64].map((form) => Buffer.from(form)),
    ]
  })
}
