import { createElement, type ReactNode } from 'react'
import { unbroken, textOf, type Twin } from './read-twin.ts'

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
export const TwinView = ({ twin }: { twin: Twin[] }) => (
  <div className="visually-hidden" lang="es">
    {twin.length === 0 ? <p>Página en blanco</p> : twin.map((part, at) => <Part key={at} part={part} />)}
  </div>
)

function Part({ part }: { part: Twin }): ReactNode {
  const { role, parts } = part
  if (role === 'Lbl') return /\p{L}|\p{N}/u.test(textOf({ role: '', parts })) ? `${plain(parts)} ` : null
  if (role === 'Figure') return <span role="img" aria-label={plain(parts) || 'Imagen'} />
  // Outside of paragraphs: sender, return line, recipient and date, a line each.
  if (role === 'Span' && parts.every((line) => typeof line === 'string'))
    return parts.filter((line) => line.trim()).map((line, at) => <p key={at}>{unbroken(line)}</p>)
  const inside = isLeaf(part)
    ? plain(parts)
    : parts.map((child, at) => (typeof child === 'string' ? unbroken(child) : <Part key={at} part={child} />))
  const tag = tags[role]
  return tag ? createElement(tag, null, inside) : inside
}

const holdsBlocks = new Set(['P', 'H1', 'H2', 'L', 'LI', 'LBody', 'BlockQuote', 'Code', 'Figure'])
/** Its text is one run of words: styles and links inside it say nothing to a listener. */
const isLeaf = ({ parts }: Twin): boolean =>
  parts.every((part) => typeof part === 'string' || (!holdsBlocks.has(part.role) && isLeaf(part)))

const plain = (parts: Twin['parts']): string => unbroken(textOf({ role: '', parts }))
