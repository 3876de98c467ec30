import { DOMParser, DOMSerializer, type Node as LetterNode } from 'prosemirror-model'
import { TooMuch } from '@lacre/letter/content/reading/grow-tree.ts'
import { createReader, type Loss } from '@lacre/letter/content/reading/reader.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import { blockNode } from './nodes.ts'
import { schema } from './schema.ts'
import { trusted } from './trusted.ts'

const serializer = DOMSerializer.fromSchema(schema)
const written = new WeakMap<LetterNode, string>()

function blockHtml(block: LetterNode): string {
  const known = written.get(block)
  if (known !== undefined) return known
  const container = document.createElement('div')
  container.append(serializer.serializeNode(block))
  const html = container.innerHTML
  written.set(block, html)
  return html
}

/** The letter as HTML. Nodes are immutable, so each block is serialised once: saving at every key stays cheap. */
export const toHtml = (letter: LetterNode): string => letter.children.map(blockHtml).join('')

/** Reads through the prototype: a field named `attributes` would hide the property of its form. */
function attributesOf(element: Element): Record<string, string> {
  const own = Element.prototype
  const names = own.getAttributeNames.call(element)
  return Object.fromEntries(names.map((name) => [name, own.getAttribute.call(element, name) ?? '']))
}
const nameOf = (element: Element) => Reflect.get(Element.prototype, 'localName', element)

/** Reads a document by the rules of the server's reader; undefined when it exceeds what a letter can be. */
export function readDom(
  root: Element,
  isPasted: boolean,
): { content: Content; losses: Set<Loss> } | undefined {
  const reader = createReader(isPasted)
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  const enter = (node: Node) => {
    if (node instanceof Text) reader.text(node.data)
    else if (node instanceof Element) reader.open(nameOf(node), attributesOf(node))
  }
  const leave = (node: Node) => {
    if (node instanceof Element) reader.close()
  }
  try {
    for (let node: Node | null = walker.firstChild(); node;) {
      enter(node)
      const child = walker.firstChild()
      if (child) {
        node = child
        continue
      }
      leave(node)
      let next = walker.nextSibling()
      while (!next && walker.parentNode() && walker.currentNode !== root) {
        leave(walker.currentNode)
        next = walker.nextSibling()
      }
      node = next
    }
    return { content: reader.content(), losses: reader.losses }
  } catch (error) {
    if (error instanceof TooMuch) return undefined
    throw error
  }
}

/** Parses into an inert document (no script runs, nothing loads), then drops what a letter cannot have. */
export function fromHtml(html: string): LetterNode {
  const { documentElement } = new window.DOMParser().parseFromString(trusted.createHTML(html), 'text/html')
  const read = readDom(documentElement, false)
  // Too long to be sent, but the writer must not lose the text.
  if (!read) return DOMParser.fromSchema(schema).parse(documentElement, { preserveWhitespace: true })
  const blocks = read.content.map(blockNode)
  return schema.nodes.doc.create(null, blocks.length ? blocks : [schema.nodes.paragraph.create()])
}
