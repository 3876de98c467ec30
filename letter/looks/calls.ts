/** Schemas of a letter's looks. */
import { z } from 'zod'
import { cleanLine } from '../content/tree.ts'
import { isDateLineDay, longestTown, namedDays } from './date-line.ts'
import { languages } from './languages.ts'
import { sealShapes, sizes, styles } from './looks.ts'
import { inks } from './signature.ts'

/** Its size is not checked here: a too large signature is refused with its own message. */
export const signature = z.object({
  colour: z.enum(inks, `La tinta de la firma es una de estas: ${inks.join(', ')}.`),
  strokes: z.array(z.array(z.number().int())),
})
export const keepSignatureBody = signature.meta({
  example: { colour: 'black', strokes: [[100, 200, 180, 90, 260, 210, 340, 120]] },
})
/** `null`: none is stored. */
export const keptSignature = z.object({ signature: signature.nullable() })
export type KeptSignature = z.infer<typeof keptSignature>

const badDay = `La fecha de la carta es AAAA-MM-DD o una de estas: ${namedDays.join(', ')}.`
const longTown = `El lugar de la fecha tiene ${longestTown} caracteres como mucho.`
/** design/paper.md#date-line */
const dateLine = z.object({
  day: z.string().refine(isDateLineDay, badDay).optional(),
  town: z.string().overwrite(cleanLine).max(longestTown, longTown).optional(),
})

/**
 * Optional: by default a letter is Clásica at its normal size, with nothing after its text
 * (design/paper.md#looks-of-a-letter).
 */
export const looks = z.object({
  style: z.enum(styles, `El estilo de la carta es uno de estos: ${styles.join(', ')}.`).optional(),
  size: z.enum(sizes, `El tamaño de la letra es uno de estos: ${sizes.join(', ')}.`).optional(),
  signature: signature.optional(),
  seal: z
    .union(
      [z.boolean(), z.enum(sealShapes)],
      `El sello se pide con true, false o uno de estos: ${sealShapes.join(', ')}.`,
    )
    .optional(),
  replyCode: z.boolean('El código de respuesta se pide con true o false.').optional(),
  language: z.enum(languages, `El idioma de la carta es uno de estos: ${languages.join(', ')}.`).optional(),
  dateLine: dateLine.optional(),
})
