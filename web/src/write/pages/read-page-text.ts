import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A part of a page as its structure says, for those who hear it: `role` is PDF's own (P, H1, L, LI, Figure, …). */
export type TextPart = { role: string; parts: (TextPart | string)[] }
export type PageText = TextPart[]

type Tree = { role: string; children: Part[]; alt?: string }
type Part = Tree | { type: string; id?: string }
type Item = { str?: string; hasEOL?: boolean; type?: string; id?: string }

/** What stands on a page, in reading order. Page numbers and fold marks are no part of it. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const [tree, content] = await Promise.all([
    page.getStructTree() as Promise<Tree | null>,
    page.getTextContent({ includeMarkedContent: true }),
  ])
  const texts = textsOf(content.items)
  const grow = ({ role, children, alt }: Tree): TextPart => ({
    role,
    parts: alt
      ? [alt]
      : children.map((part) => ('children' in part ? grow(part) : (texts.get(part.id ?? '') ?? ''))),
  })
  const [document] = tree?.children ?? []
  return document && 'children' in document
    ? document.children.filter((part) => 'children' in part).map(grow)
    : []
}

/** The text of each piece of marked content; its lines end in a line feed. */
function textsOf(items: Item[]): Map<string, string> {
  const texts = new Map<string, string>()
  const open: (string | undefined)[] = []
  for (const { str, hasEOL, type, id } of items) {
    if (type === 'endMarkedContent') open.pop()
    else if (type) open.push(id)
    const here = open.findLast((one) => one !== undefined)
    if (here !== undefined) texts.set(here, (texts.get(here) ?? '') + (str ?? '') + (hasEOL ? '\n' : ''))
  }
  return texts
}

/** One paragraph's words as they were before the lines were broken. */
export const unbroken = (text: string): string =>
  text
    .replace(/\u00ad\n?/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\u200b/g, '')
    .trim()

/** All its text, list marks left out. */
export function textOf({ role, parts }: TextPart): string {
  if (role === 'Lbl') return ''
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part))).join('')
}

/** The letter's own text: letterhead, address and date are spans outside of any paragraph. */
export const bodyText = (page: PageText): string =>
  page
    .filter(({ role }) => role !== 'Span')
    .map(textOf)
    .join('\n')
