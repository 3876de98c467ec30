import { expect, test } from 'vitest'
import { letterOf, paragraphs } from './testing/letters.ts'
import { leftBehind } from './left-behind.ts'

const megabyte = 1024 * 1024
const bytes = (text: string) => new TextEncoder().encode(text)
const words = '<p>Querida Elena: te escribo con calma desde Málaga.</p>'.repeat(100)
const body = `<img src="data:image/jpeg;base64,${'A'.repeat(8 * megabyte)}">`
const withPictures = (count: number) => {
  const pictures = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`picture ${at}`, { bytes: Buffer.alloc(9), widthMm: 60 }]),
  )
  return letterOf(paragraphs(3), { pictures })
}

test.each([
  [
    'a letter of words',
    [{ html: words }, { body: bytes(words) }, { unclean: words }, { letter: withPictures(0) }],
    2,
  ],
  ['an invoice or a text', [{ unchecked: words }], 2],
  ['a body of eight megabytes', [{ html: body }, { body: bytes(body) }, { unclean: body }], 32],
  ['a small picture', [{ picture: { bytes: bytes('png') } }], 2],
  ['a picture of eight megabytes', [{ picture: { bytes: bytes(body) } }], 16],
  ['a letter with a small picture', [{ letter: withPictures(1) }], 8],
  ['a letter with twenty small pictures', [{ letter: withPictures(20) }], 160],
])('%s: megabytes that each of its tasks leaves behind', (_, tasks, expected) => {
  for (const task of tasks) expect(Math.floor(leftBehind(task) / megabyte)).toBe(expected)
})
