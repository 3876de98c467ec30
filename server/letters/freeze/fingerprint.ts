import { createHash } from 'node:crypto'
import type { Day } from '@lacre/letter/days.ts'
import { unusual } from '@lacre/letter/looks/looks.ts'
import { renamePictures } from '@lacre/letter/content/text.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Pictures } from '../pages/pictures.ts'
import type { Draft } from '../pages/read-draft.ts'

/**
 * Equal when the same person would get the same pages for the same money: content, pictures, addresses, looks, price,
 * the day that is printed and the letter it is sent again for (design.md#same-letter-same-intent). Keyed, so that the database does not tell
 * which letters are alike to a thief.
 */
export function fingerprintOf(
  cipher: LetterCipher,
  draft: Draft,
  fetched: Pictures,
  on: { price: Price; day: Day; againOf?: string },
): Buffer {
  const { origin, destination, looks } = draft
  // A remote address may show another picture tomorrow: its bytes count, not its name.
  const content = renamePictures(draft.content, (name) => {
    const bytes = fetched.get(name)?.bytes
    return bytes ? createHash('sha256').update(bytes).digest('hex') : name
  })
  return cipher.fingerprint(JSON.stringify({ content, origin, destination, ...unusual(looks), ...on }))
}
