import { colourOf, isInk } from './colours.ts'
import { maxStyle } from '../limits.ts'
import type { Align, Colour, Marks } from '../tree.ts'

/** What a style's value means to a letter; the editor and the server ask the same questions. */
export const isBold = (weight: string): boolean => weight.startsWith('bold') || Number(weight) >= 600
export const isLight = (weight: string): boolean => weight === 'normal' || weight === '400'
export const isItalic = (style: string): boolean => /italic|oblique/.test(style)

export const markerColour: Colour = '#ffff00'

/** The declarations of a style attribute, in lower case; none when it is longer than any honest one. */
export function readStyle(css = ''): Map<string, string> {
  if (css.length > maxStyle) return new Map()
  return new Map(
    css.split(';').map((declaration) => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, Math.max(colon, 0))
      const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, '')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
}

export function alignIn(style: Map<string, string>): Align | undefined {
  const align = style.get('text-align')
  return align === 'center' || align === 'right' || align === 'justify' ? align : undefined
}

export const paintsInk = (style: Map<string, string>): boolean => isInk(colourOf(style.get('color') ?? ''))

/** The marks that a style sets; of what an outer tag set it takes away the colour alone, as `paintsInk` says. */
export function marksIn(style: Map<string, string>): Marks {
  const marks: Marks = {}
  const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const colour = colourOf(style.get('color') ?? '')
  const background = colourOf(style.get('background-color') ?? style.get('background') ?? '')
  if (isBold(style.get('font-weight') ?? '')) marks.bold = true
  if (isItalic(style.get('font-style') ?? '')) marks.italic = true
  if (lines.includes('underline')) marks.underline = true
  if (lines.includes('line-through')) marks.strike = true
  if (colour && !isInk(colour)) marks.colour = colour
  if (background) marks.background = background
  return marks
}
