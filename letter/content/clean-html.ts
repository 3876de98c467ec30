import { readHtml } from './reading/read-html.ts'
import type { Excess } from './reading/too-much.ts'
import { writeHtml } from './write-html.ts'

/** What somebody sent, with nothing left in it that a letter does not have: no script, no form, no frame. */
export function cleanHtml(html: string): { clean: string } | { refused: Excess } {
  const read = readHtml(html)
  return 'refused' in read ? read : { clean: writeHtml(read.content) }
}
