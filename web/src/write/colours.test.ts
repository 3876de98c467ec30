import { expect, test } from 'vitest'
import { isColour } from '@lacre/letter/content/reading/styles.ts'
import { backgrounds, inks } from './drawers.tsx'

const paper = '#ffffff'
const nightPaper = '#f6f1e7'
const ink = '#211d19'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const under = [
  ...backgrounds,
  { name: 'papel', colour: paper },
  { name: 'papel de noche', colour: nightPaper },
]
test.each(under)('every ink of the palette is readable on $name ($colour): 4.5:1', ({ colour }) => {
  for (const { colour: text } of [...inks, { colour: ink }])
    expect(contrast(text, colour)).toBeGreaterThan(4.5)
})

test('every colour is normalised and has one name', () => {
  const all = [...inks, ...backgrounds]
  expect(all.filter(({ colour }) => !isColour(colour))).toEqual([])
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})
