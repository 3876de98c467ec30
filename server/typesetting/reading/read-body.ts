import { createLetterBody } from '@lacre/letter/calls.ts'
import type { Excess } from '@lacre/letter/content/reading/too-much.ts'
import { hasTooManyValues } from '../../http/bodies/too-many-values.ts'
import type { ReadBody } from '../typesetter.ts'
import { readLetter } from './read-letter.ts'

/** A call's body that holds a letter, from its bytes: parsed, checked and read where it may cost a lot (design.md#read-in-children). */
export function readBody(json: Uint8Array): ReadBody | { refused: Excess | 'unreadable' } {
  const body = createLetterBody.safeParse(parsed(json))
  if (!body.success) return { refused: 'unreadable' }
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
