import { photoSizes, type Block, type Content, type Run } from '@lacre/letter/content/tree.ts'
import fc from 'fast-check'

const words = (
  'carta correspondencia anacrónica desaprovechan electrónicos paciencia el y de por que niños ¿cómo? «así» ' +
  '10:45 a—b Begoña https://www.rae.es/una/direccion/bastante/larga otorrinolaringología 👵🏽 κύριε ' +
  '3,29\u00a0€ ininterrumpidamente veintidós'
).split(' ')
const text = (most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((some) => some.join(' '))
const colour = fc.constantFrom('#c0392b' as const, '#1f4e79' as const)
const marks = fc.record(
  {
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    underline: fc.constant(true as const),
    strike: fc.constant(true as const),
    colour,
    background: colour,
    link: fc.constantFrom('https://www.rae.es/', 'mailto:ana@ejemplo.test'),
  },
  { requiredKeys: [] },
)
const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 6, arbitrary: text(40).map((written) => ({ text: written })) },
  { weight: 3, arbitrary: fc.tuple(text(8), marks).map(([written, look]) => ({ text: written, ...look })) },
  { weight: 1, arbitrary: fc.constant({ break: true as const }) },
)
const runs = fc.array(run, { maxLength: 6 })
const align = fc.option(fc.constantFrom('center' as const, 'right' as const, 'justify' as const), {
  nil: undefined,
})
const paragraph = fc
  .tuple(align, runs)
  .map(([side, all]): Block => ({ type: 'paragraph', ...(side && { align: side }), runs: all }))
const heading = fc
  .tuple(fc.constantFrom(1 as const, 2 as const), text(7))
  .map(([level, written]): Block => ({ type: 'heading', level, runs: [{ text: written }] }))
const code = text(20).map((written): Block => ({ type: 'code', text: written.replaceAll(' y ', '\n\t') }))
const items = fc.array(
  paragraph.map((first) => [first]),
  { minLength: 1, maxLength: 4 },
)
const list = fc
  .tuple(fc.constantFrom('bullet-list' as const, 'ordered-list' as const), items)
  .map(([type, all]): Block => ({ type, items: all }))
const quote = fc
  .array(paragraph, { minLength: 1, maxLength: 2 })
  .map((blocks): Block => ({ type: 'quote', blocks }))
/** Of any size, with a caption or without. */
const picture = (address: string) =>
  fc
    .record(
      { alt: fc.constant('una foto'), size: fc.constantFrom(...photoSizes), caption: text(4) },
      { requiredKeys: ['alt'] },
    )
    .map((look): Block => ({ type: 'paragraph', runs: [{ picture: address, ...look }] }))

/** Letters as people write them, of up to about four pages; one in a few carries the picture of that address. */
export const randomLetter = (address: string): fc.Arbitrary<Content> =>
  fc.array(
    fc.oneof(
      { weight: 10, arbitrary: paragraph },
      { weight: 2, arbitrary: heading },
      { weight: 2, arbitrary: list },
      { weight: 1, arbitrary: quote },
      { weight: 1, arbitrary: code },
      { weight: 1, arbitrary: picture(address) },
    ),
    { minLength: 1, maxLength: 26, size: 'max' },
  )
