import { readDateLine } from '@lacre/letter/looks/date-line.ts'
import { languages } from '@lacre/letter/looks/languages.ts'
import {
  looksOf,
  sealShapes,
  sizes,
  styles,
  unusual,
  type Looks,
  type PartialLooks,
} from '@lacre/letter/looks/looks.ts'
import { isUsableSignature, type Signature } from '@lacre/letter/looks/signature.ts'
import { createListeners, keys, read, remove, watchAllTabs, write } from '../storage.ts'

const listeners = createListeners()

/** The looks of the letter in this browser, with defaults for what is not chosen. */
export function keptLooks(): Looks {
  const words = (read(keys.looks) ?? '').split(' ')
  return looksOf({
    style: styles.find((style) => words.includes(style)),
    size: sizes.find((size) => words.includes(size)),
    seal: sealShapes.find((shape) => words.includes(seal + shape)) ?? words.includes(seal),
    replyCode: words.includes(replyCode),
    language: languages.find((language) => words.includes(language)),
    signature: signatureIn(words.find((word) => word.startsWith('{'))),
    dateLine: dateLineIn(words.find((word) => word.startsWith(dateMark))),
  })
}
const [seal, replyCode, dateMark] = ['sello', 'respuesta', 'fecha:']

function signatureIn(word: string | undefined): Signature | null {
  try {
    const signature = JSON.parse(word ?? 'null') as Signature | null
    return signature && isUsableSignature(signature) ? signature : null
  } catch {
    return null
  }
}

function dateLineIn(word = '') {
  try {
    return readDateLine(decodeURIComponent(word.slice(dateMark.length)))
  } catch {
    return null
  }
}

/** Serialised as words without spaces. */
const wordsOf = (looks: PartialLooks): string =>
  [
    looks.style,
    looks.size,
    looks.seal && seal + (looks.seal === true ? '' : looks.seal),
    looks.replyCode && replyCode,
    looks.language,
    looks.signature && JSON.stringify(looks.signature),
    looks.dateLine && dateMark + encodeURIComponent(JSON.stringify(looks.dateLine)),
  ]
    .filter(Boolean)
    .join(' ')

/** For a draft: only what differs from the defaults. */
export const looksToSend = (): PartialLooks => unusual(keptLooks())

export function keepLooks(looks: Looks): void {
  const kept = wordsOf(unusual(looks))
  if (kept === wordsOf(looksToSend())) return
  if (kept) write(keys.looks, kept)
  else remove(keys.looks)
  listeners.notify()
}

/** Changes in this tab. Returns how to stop. */
export const watchChoices = listeners.subscribe

/** Changes in this tab or another. Returns how to stop. */
export function watchLooks(listener: () => void): () => void {
  return watchAllTabs([keys.looks], listeners.subscribe, listener)
}
