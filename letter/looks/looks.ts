import type { Signature } from './signature.ts'

/** What a letter looks like beyond its words: optional in every call (design.md#looks-of-a-letter). */
export const styles = ['clasica', 'libro', 'maquina', 'a-mano'] as const
export const sizes = ['normal', 'grande'] as const
export type Style = (typeof styles)[number]
export type Size = (typeof sizes)[number]
export type Looks = {
  style: Style
  size: Size
  /** Under the farewell (design.md#signature). */
  signature: Signature | null
  /** Lacre's, beside or instead of the signature. */
  seal: boolean
  /** On the last page: by it the recipient answers (design.md#reply-code). */
  replyCode: boolean
}

export const usualLooks: Looks = {
  style: 'clasica',
  size: 'normal',
  signature: null,
  seal: false,
  replyCode: false,
}

/** The given looks, the rest as usual. */
export const looksOf = (given: { [Name in keyof Looks]?: Looks[Name] | undefined }): Looks => ({
  style: given.style ?? usualLooks.style,
  size: given.size ?? usualLooks.size,
  signature: given.signature ?? usualLooks.signature,
  seal: given.seal ?? usualLooks.seal,
  replyCode: given.replyCode ?? usualLooks.replyCode,
})
/** Those that a call or an entry gives. */
export type PartialLooks = Partial<Omit<Looks, 'signature'>> & { signature?: Signature }

/** Nothing for the usual ones: whoever never chose sends and keeps what was always sent and kept. */
export const unusual = ({ style, size, signature, seal, replyCode }: Looks): PartialLooks => ({
  ...(style !== usualLooks.style && { style }),
  ...(size !== usualLooks.size && { size }),
  ...(signature && { signature }),
  ...(seal && { seal }),
  ...(replyCode && { replyCode }),
})

export const styleNames: Record<Style, string> = {
  clasica: 'Clásica',
  libro: 'Libro',
  maquina: 'Máquina',
  'a-mano': 'A mano',
}

/**
 * How the letters stand on paper: sizes in points, `leading` in em between the lines, `measure` the millimetres that
 * are read best, about 70 characters a line.
 */
type Setting = {
  points: Record<Size, number>
  measure: Record<Size, number>
  leading: number
  numbers: 'lining' | 'old-style'
  /** Handwriting has none: what is stressed there is underlined. */
  hasItalics: boolean
}
export const settings: Record<Style, Setting> = {
  clasica: {
    points: { normal: 12, grande: 14.5 },
    measure: { normal: 140, grande: 160 },
    leading: 0.72,
    numbers: 'lining',
    hasItalics: true,
  },
  /** Its small letters are smaller than Lora's by a tenth. */
  libro: {
    points: { normal: 14, grande: 16.5 },
    measure: { normal: 134, grande: 156 },
    leading: 0.6,
    numbers: 'old-style',
    hasItalics: true,
  },
  maquina: {
    points: { normal: 12, grande: 14 },
    measure: { normal: 160, grande: 160 },
    leading: 0.72,
    numbers: 'lining',
    hasItalics: true,
  },
  'a-mano': {
    points: { normal: 18, grande: 21 },
    measure: { normal: 140, grande: 160 },
    leading: 0.55,
    numbers: 'lining',
    hasItalics: false,
  },
}
