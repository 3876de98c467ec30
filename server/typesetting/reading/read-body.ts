import { createLetterBody } from '@lacre/letter/calls.ts'
import type { Excess } from '@lacre/letter/content/reading/read-html.ts'
import { firstSentenceOf } from '../../http/bodies/first-sentence-of.ts'
import { hasTooManyValues } from '../../http/bodies/too-many-values.ts'
import type { ReadBody, Unreadable } from '../typesetter.ts'
import { readLetter } from './read-letter.ts'

/** A call's body that holds a letter, from its bytes: parsed, checked and read where it may cost a lot (design.md#read-in-children). */
export function readBody(json: Uint8Array): ReadBody | Unreadable | { refused: Excess } {
  const body = createLetterBody.safeParse(parsed(json))
  if (!body.success) return { refused: 'unreadable', detail: firstSentenceOf(body.error.issues) }
  const { content, ...addresses } = body.data
  const read = readLetter(content)
  return 'refused' in read ? read : { ...read, addresses }
}

function parsed(json: Uint8Array): unknown {
  if (hasTooManyValues(json)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(json))
  } catch {
    return undefined // and that is no body
  }
}
