import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'
import { trusted } from './trusted.ts'

const serializer = DOMSerializer.fromSchema(schema)
const written = new WeakMap<Node, string>()

function blockHtml(block: Node): string {
  const known = written.get(block)
  if (known !== undefined) return known
  const container = document.createElement('div')
  container.append(serializer.serializeNode(block))
  const html = container.innerHTML
  written.set(block, html)
  return html
}

/** The letter as HTML. Nodes never change, so each block is written once: saving at every key stays cheap. */
export const toHtml = (letter: Node): string => letter.children.map(blockHtml).join('')

/**
 * Tables' cells as blocks of their own, as they are printed: the editor's own reader would glue their words. A form too:
 * a field in it named `nodeName` would stand for the form's own property, and nothing could read it.
 */
export const asBlocks = (html: string): string =>
  html.replaceAll(/<(\/?)(?:table|caption|thead|tbody|tfoot|tr|th|td|form)\b/gi, '<$1div')

/** Reads into an inert document (no script runs, nothing loads), then keeps what the schema knows. */
export function fromHtml(html: string): Node {
  const inert = new window.DOMParser().parseFromString(trusted.createHTML(asBlocks(html)), 'text/html')
  // Spaces as they are: one may have typed two, or just the one before the next word.
  return DOMParser.fromSchema(schema).parse(inert.body, { preserveWhitespace: true })
}
