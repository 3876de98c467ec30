import { Parser } from 'htmlparser2'
import { maxAttribute, maxAttributes, maxOpenTags, maxTags } from '../limits.ts'
import type { Content } from '../tree.ts'
import { type Excess, TooMuch } from './grow-tree.ts'
import { createReader } from './reader.ts'

/** One pass over the tags, without a DOM: linear time, and each limit ends it at once. */
function read(html: string): Content {
  const reader = createReader()
  let tags = 0
  let attributes = 0
  const parser = new Parser({
    onattribute(name, value) {
      if (++attributes > maxAttributes || (name !== 'src' && value.length > maxAttribute))
        throw new TooMuch('too-much-markup')
    },
    onopentag(tag, said) {
      if (++tags > maxTags) throw new TooMuch('too-much-markup')
      if (reader.depth() >= maxOpenTags) throw new TooMuch('too-deep')
      reader.open(tag, said)
    },
    ontext: (text) => reader.text(text),
    // A tag cut off by the end of the text is closed without being opened.
    onclosetag: () => reader.close(),
  })
  // In one piece: a cut inside an emoji would lose both halves.
  parser.end(html.toWellFormed())
  return reader.content()
}

/**
 * Reads a letter from any HTML: unknown markup is dropped, its text stays. The editor's HTML survives `writeHtml` byte
 * for byte. Refuses only what no real letter has.
 */
export function readHtml(html: string): { content: Content } | { refused: Excess } {
  try {
    return { content: read(html) }
  } catch (error) {
    if (error instanceof TooMuch) return { refused: error.excess }
    throw error
  }
}
