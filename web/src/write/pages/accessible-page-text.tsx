import { createElement, type ReactNode } from 'react'
import { unbroken, textOf, type PageText, type TextPart } from './read-page-text.ts'

const tags: Record<string, string> = {
  P: 'p',
  H1: 'h4',
  H2: 'h5',
  L: 'ul',
  LI: 'li',
  BlockQuote: 'blockquote',
  Code: 'div',
}

/** A page's text for those who cannot see it, with its headings and lists. */
export const AccessiblePageText = ({ text }: { text: PageText }) => (
  <div className="visually-hidden" lang="es">
    {text.length === 0 ? <p>Página en blanco</p> : text.map((part, at) => <Part key={at} part={part} />)}
  </div>
)

function Part({ part }: { part: TextPart }): ReactNode {
  const { role, parts } = part
  if (role === 'Lbl') return /\p{L}|\p{N}/u.test(textOf({ role: '', parts })) ? `${plain(parts)} ` : null
  if (role === 'Figure') return <span role="img" aria-label={plain(parts) || 'Imagen'} />
  // Outside of paragraphs: sender, return line, recipient and date, a line each.
  if (role === 'Span' && parts.every((line) => typeof line === 'string'))
    return parts.filter((line) => line.trim()).map((line, at) => <p key={at}>{unbroken(line)}</p>)
  const inside = stretches(parts).map((stretch, at) =>
    typeof stretch === 'string' ? unbroken(stretch) : <Part key={at} part={stretch} />,
  )
  const tag = tags[role]
  return tag ? createElement(tag, null, inside) : inside
}

const standsAlone = new Set(['P', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'BlockQuote', 'Code', 'Figure'])
const isWords = (part: TextPart | string): boolean =>
  typeof part === 'string' || (!standsAlone.has(part.role) && part.parts.every(isWords))

/** Styles and links inside a line say nothing to a listener: what is words becomes one text, broken lines and all. */
function stretches(parts: TextPart['parts']): TextPart['parts'] {
  const merged: TextPart['parts'] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (!isWords(part)) merged.push(part)
    else if (typeof last === 'string') merged[merged.length - 1] = last + plainRaw([part])
    else merged.push(plainRaw([part]))
  }
  return merged
}

const plainRaw = (parts: TextPart['parts']): string => textOf({ role: '', parts })
const plain = (parts: TextPart['parts']): string => unbroken(plainRaw(parts))
