import { cleanLine } from './clean.ts'

/**
 * A picture with a size or a caption is a photo: framed, a block of its own on paper. Other pictures stand in the text,
 * as large as they are (design.md#photos).
 */
/** Narrow first. */
export const photoSizes = ['pequena', 'mediana', 'entera'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** UTF-16 units, as a text field counts them. */
export const maxCaption = 120

export const sizeFrom = (said: string | null | undefined): PhotoSize | undefined =>
  photoSizes.find((size) => size === said)

/** On one line; undefined when there is none, or when it is longer than a caption is. */
export function captionFrom(said: string | null | undefined): string | undefined {
  const caption = cleanLine(said ?? '')
  return caption !== '' && caption.length <= maxCaption ? caption : undefined
}

export const isPhoto = (run: object): boolean => 'size' in run || 'caption' in run
