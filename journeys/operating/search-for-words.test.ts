import { expect, test } from 'vitest'
import { partsWith } from './search-for-words.ts'

const word = 'mirlozux'

test.each([
  ['as it is', `x${word}17`],
  ['in capitals', 'QUERIDA MIRLOZUX'],
  ['with a capital', 'Mirlozux'],
  ['in UTF-16', Buffer.from(word, 'utf16le')],
  ['as hexadecimal digits', Buffer.from(`a${word}`).toString('hex')],
  ['in base64', Buffer.from(`${word}bc`).toString('base64')],
  ['in base64, one byte later', Buffer.from(`a${word}b`).toString('base64')],
  ['in base64, two bytes later', Buffer.from(`ab${word}`).toString('base64')],
  ['between zeros', Buffer.concat([Buffer.alloc(9), Buffer.from(word), Buffer.alloc(9)])],
])('a word is found %s', (_name, hidden) => {
  const place = { here: Buffer.from(hidden as string), there: Buffer.from('mirlo zux') }
  expect(partsWith(place, word)).toEqual(['here'])
})
