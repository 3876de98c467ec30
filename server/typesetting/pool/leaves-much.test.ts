import { expect, test } from 'vitest'
import { letterOf, paragraphs } from '../testing/letters.ts'
import { leavesMuch } from './leaves-much.ts'

const words = '<p>Querida Elena: te escribo con calma desde Málaga.</p>'.repeat(100)
const photo = `<img src="data:image/jpeg;base64,${'A'.repeat(400_000)}">`
const bytes = (text: string) => new TextEncoder().encode(text)
const letter = letterOf(paragraphs(3))
const withPhoto = letterOf(paragraphs(3), { pictures: { photo: { bytes: Buffer.alloc(9), widthMm: 60 } } })

test.each([
  ['the words of a letter', [{ html: words }, { body: bytes(words) }, { unclean: words }, { letter }], false],
  [
    'a letter with photos',
    [{ html: photo }, { body: bytes(photo) }, { unclean: photo }, { letter: withPhoto }],
    true,
  ],
])('%s: whether memory is collected at once after each task', (_, tasks, expected) => {
  expect(tasks.map(leavesMuch)).toEqual(tasks.map(() => expected))
})
