import { createHash } from 'node:crypto'
import { type CreateLetterBody, createLetterBody } from '@lacre/letter/calls.ts'
import { maxPictures } from '@lacre/letter/content/limits.ts'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { largestSizes, picturesOf, renamePictures } from './text.ts'
import { firstSentenceOf, hasTooManyValues } from '../http/json-bodies.ts'
import type { LetterPicture, ReadLetter, Unreadable } from './typesetter.ts'

/** Parses a call's body as a letter (design/load.md#read-in-children). */
export function readBody(json: Uint8Array): CreateLetterBody | Unreadable {
  const body = createLetterBody.safeParse(parsed(json))
  return body.success ? body.data : { refused: 'unreadable', detail: firstSentenceOf(body.error.issues) }
}

function parsed(json: Uint8Array): unknown {
  if (hasTooManyValues(json)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(json))
  } catch {
    return undefined // not JSON, so no body
  }
}

/**
 * Parses a letter into a tree and bytes. Runs in a child, since hostile input is costly
 * (design/load.md#read-in-children).
 */
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

/** Hashed, since addresses may be megabytes long. */
const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')

const percent = 0x25

/** The bytes in a `data:` address, not checked to be a picture. */
export function bytesOfData(address: string): Buffer {
  const comma = address.indexOf(',')
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma))
  const body = unescaped(Buffer.from(address.slice(comma + 1)))
  return isBase64 ? Buffer.from(body.toString('latin1'), 'base64') : body
}

/** `%2B` → `+`, byte by byte and in place: the bytes need not be text. */
function unescaped(body: Buffer): Buffer {
  if (!body.includes(percent)) return body // as in all pictures written by browsers
  let end = 0
  for (let at = 0; at < body.length; at++) {
    const isEscape = body[at] === percent && /^[\da-f]{2}$/i.test(body.toString('latin1', at + 1, at + 3))
    body[end++] = isEscape ? parseInt(body.toString('latin1', at + 1, at + 3), 16) : body[at]!
    if (isEscape) at += 2
  }
  return body.subarray(0, end)
}
