import type { Colour } from './tree.ts'

/** What a style's value means to a letter; the editor and the server ask the same questions. */
export const isBold = (weight: string): boolean => weight.startsWith('bold') || Number(weight) >= 600
export const isItalic = (value: string): boolean => /italic|oblique/.test(value)

/** What a bare `<mark>` looks like. */
export const markerColour: Colour = '#ffff00'
