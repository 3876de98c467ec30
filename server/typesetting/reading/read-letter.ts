import { createHash } from 'node:crypto'
import { maxPictures } from '@lacre/letter/content/limits.ts'
import { largestSizes, picturesOf, renamePictures } from '@lacre/letter/content/text.ts'
import { readHtml, type Excess } from '@lacre/letter/content/reading/read-html.ts'
import type { LetterPicture, ReadLetter } from '../typesetter.ts'
import { bytesOfData } from './bytes-of-data.ts'

/** What somebody sent, as a tree and bytes: done in a child, since it may be made to cost a lot (design.md#read-in-children). */
export function readLetter(html: string): ReadLetter | { refused: Excess } {
  const read = readHtml(html)
  if ('refused' in read) return read
  const names = new Map(picturesOf(read.content).map((address) => [address, nameOf(address)]))
  const sizes = largestSizes(read.content)
  const pictures = [...names].slice(0, maxPictures).map(([address, name]): LetterPicture => {
    const size = sizes.get(address)
    const said = { name, ...(size && { size }) }
    return /^data:/i.test(address) ? { ...said, bytes: bytesOfData(address) } : { ...said, address }
  })
  return { content: renamePictures(read.content, (address) => names.get(address) ?? address), pictures }
}

/** Addresses may be megabytes long. */
const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')
