import { readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { writeHtml } from '../../write-html.ts'
import { readHtml } from '../read-html.ts'
import { createReader } from '../reader.ts'

export const field = (name: string) => readFileSync(new URL(`field/${name}`, import.meta.url), 'utf8')

/** As the editor reads the clipboard, with the parser at hand. */
export function paste(html: string) {
  const reader = createReader(true)
  new Parser({
    onopentag: (tag, said) => reader.open(tag, said),
    ontext: (text) => reader.text(text),
    onclosetag: () => reader.close(),
  }).end(html)
  return { html: writeHtml(reader.content()), losses: [...reader.losses] }
}
/** What a call with the same HTML becomes. */
export const sent = (html: string) => {
  const read = readHtml(html)
  return 'content' in read ? writeHtml(read.content) : read.refused
}
