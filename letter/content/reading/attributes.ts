import type { AttributeSpec, Node } from 'prosemirror-model'
import { isColour } from './colours.ts'
import { maxStart } from '../limits.ts'
import { cleanAddress, isSafePicture, noLink, safeLink } from '../links.ts'
import { captionFrom, sizeFrom } from '../photos.ts'

/** What the rules of the schema ask of an element; this package knows no DOM. */
export type Element = {
  getAttribute(name: string): string | null
  style: { textAlign: string; fontWeight: string }
}

/** The editor runs these rules on whatever is pasted. Without a fallback the attribute is required. */
const attribute = (name: string, allows: (value: unknown) => boolean, fallback?: unknown): AttributeSpec => ({
  ...(fallback === undefined ? {} : { default: fallback }),
  validate(value) {
    // The value itself stays out of the message: it is somebody's letter.
    if (!allows(value)) throw new RangeError(`a letter's ${name} cannot be this`)
  },
})
const isText = (value: unknown): value is string => typeof value === 'string'

export const colour = attribute('colour', isColour)
export const href = attribute(
  'link',
  (value) => isText(value) && (value === noLink || safeLink(value) === value),
)
export const src = attribute(
  'picture',
  (value) => isText(value) && isSafePicture(value) && cleanAddress(value) === value,
)
export const alt = attribute('description', (value) => value === null || isText(value), null)
const sayable = (from: (said: string) => string | undefined) => (value: unknown) =>
  value === null || (isText(value) && from(value) === value)
export const size = attribute('picture size', sayable(sizeFrom), null)
export const caption = attribute('caption', sayable(captionFrom), null)
export const level = attribute('heading level', (value) => value === 1 || value === 2, 1)

const isStart = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxStart
export const start = attribute('list start', isStart, 1)
export function startOf(list: Element): number {
  const value = Number(list.getAttribute('start'))
  return isStart(value) ? value : 1
}

const alignments: unknown[] = ['center', 'right', 'justify', null] // null = left
export const align = attribute('alignment', (value) => alignments.includes(value), null)
export const alignOf = ({ style }: Element): string | null =>
  alignments.includes(style.textAlign) ? style.textAlign : null
export const aligned = ({ attrs }: Node): Record<string, string> =>
  attrs.align ? { style: `text-align: ${attrs.align}` } : {}
