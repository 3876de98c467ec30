import type { Colour } from '../content/tree.ts'
import { keysOf } from '../keys-of.ts'
import { type DateLine, withoutCalendarDay } from './date-line.ts'
import { type Language, usualLanguage } from './languages.ts'
import type { Drawing, Signature } from './signature.ts'

/** A letter's appearance: optional in every call (design/paper.md#looks-of-a-letter). */
export const styles = ['clasica', 'libro', 'maquina', 'a-mano'] as const
export const sizes = ['normal', 'grande'] as const
export type Style = (typeof styles)[number]
export type Size = (typeof sizes)[number]
/** Shapes besides `true`, the ring. */
export const sealShapes = ['laurel', 'corazon'] as const
export type Seal = boolean | (typeof sealShapes)[number]
export type Looks = {
  style: Style
  size: Size
  /** Below the farewell (design/paper.md#signature). */
  signature: Signature | null
  /** With the sender's initial, beside or instead of the signature. */
  seal: Seal
  /** On the last page, for the recipient's reply (design/paper.md#reply-code). */
  replyCode: boolean
  /** As chosen; `null` prints as Spanish (design/paper.md#language-of-a-letter). */
  language: Language | null
  /** Above the text; `null`: the day of writing and the sender's town (design/paper.md#date-line). */
  dateLine: DateLine | null
}

export const usualLooks: Looks = {
  style: 'clasica',
  size: 'normal',
  signature: null,
  seal: false,
  replyCode: false,
  language: null,
  dateLine: null,
}

const names = keysOf(usualLooks)

/** The given looks, completed with the defaults. */
export const looksOf = (given: { [Name in keyof Looks]?: Looks[Name] | undefined }): Looks =>
  Object.fromEntries(names.map((name) => [name, given[name] ?? usualLooks[name]])) as Looks
/** A frozen letter's looks, for writing again: without its date, and without Spanish, which was no choice. */
export function copyLooks(letter: Looks): Looks {
  const { language, dateLine, ...looks } = looksOf(letter)
  return {
    ...looks,
    language: language === usualLanguage ? null : language,
    dateLine: dateLine && withoutCalendarDay(dateLine),
  }
}
/** The looks given in a call or an entry. */
export type PartialLooks = Partial<Omit<Looks, 'signature' | 'language' | 'dateLine'>> & {
  signature?: Signature
  language?: Language
  dateLine?: DateLine
}

/** Leaves out defaults, so that letters without choices send and store what they always did. */
export const unusual = (looks: Looks): PartialLooks =>
  Object.fromEntries(
    names.filter((name) => looks[name] !== usualLooks[name]).map((name) => [name, looks[name]]),
  )

export const styleNames: Record<Style, string> = {
  clasica: 'Clásica',
  libro: 'Libro',
  maquina: 'Máquina',
  'a-mano': 'A mano',
}

/**
 * Typography of a style: sizes in points, `leading` in em, `measure` the best line length in millimetres, about 70
 * characters.
 */
type Setting = {
  points: Record<Size, number>
  measure: Record<Size, number>
  leading: number
  numbers: 'lining' | 'old-style'
  /** Handwriting and typewriters have no italics: emphasis is underlined. */
  hasItalics: boolean
  /** The ink of the letter; black without one. */
  ink?: Colour
  /** The sender's name above the letter. */
  letterhead: 'as-written' | 'capitals'
}
export const settings: Record<Style, Setting> = {
  clasica: {
    points: { normal: 12, grande: 14.5 },
    measure: { normal: 146, grande: 160 },
    leading: 0.72,
    numbers: 'lining',
    hasItalics: true,
    letterhead: 'as-written',
  },
  /** Its lower-case letters are a tenth smaller than Lora's. */
  libro: {
    points: { normal: 14, grande: 16.5 },
    measure: { normal: 140, grande: 160 },
    leading: 0.6,
    numbers: 'old-style',
    hasItalics: true,
    letterhead: 'as-written',
  },
  maquina: {
    points: { normal: 12, grande: 14 },
    measure: { normal: 160, grande: 160 },
    leading: 0.72,
    numbers: 'lining',
    hasItalics: false,
    letterhead: 'capitals',
  },
  'a-mano': {
    points: { normal: 18, grande: 21 },
    measure: { normal: 146, grande: 160 },
    leading: 0.55,
    numbers: 'lining',
    hasItalics: false,
    ink: '#1b3a8c',
    letterhead: 'as-written',
  },
}

/** The outline of the wax, as on screen (web/src/ui/wax-seal.tsx). */
const waxEdge =
  'M48 3c11 .4 14 6.8 23 10.2 8.8 3.4 15.6 4 18 13.6 2.2 8.8-1.8 14-1.4 23 .4 9.2 4.6 14.8.4 23-4 8-11.2 8-19.2 13-8 4.8-12 10.2-21 10-9.2-.2-12.8-6.4-21.4-10-8.8-3.8-15.6-3.6-19-12.400C4.2 65 8.4 59.2 8.4 50c0-8.8-4.8-14.8-1.6-23.200C10 18 17.2 17.6 25.6 13.4 33.6 9.2 38 2.6 48 3Z'
const circle = (r: number) => `M${48 - r} 50a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
/** A heart of `r` times the seal's half width. */
const heart = (r: number) => {
  const at = (...points: number[]) =>
    points.map((value, index) => (value * r + (index % 2 ? 46 : 48)).toFixed(1)).join(' ')
  const half = (side: 1 | -1) =>
    `C${at(0.62 * side, 0.68, side, 0.28, side, -0.2)} ${at(side, -0.6, 0.72 * side, -0.82, 0.46 * side, -0.82)} ${at(0.24 * side, -0.82, 0.06 * side, -0.7, 0, -0.46)}`
  return `M${at(0, 1.12)}${half(-1)}M${at(0, 1.12)}${half(1)}Z`
}
/** Leaves along both sides of a circle of radius `r`. */
const laurel = (r: number) =>
  [1, -1]
    .flatMap((side) => [18, 42, 66, 90, 114, 138].map((degrees) => leaf(r, side, (degrees * Math.PI) / 180)))
    .join('')
function leaf(r: number, side: number, angle: number): string {
  const at = (radius: number, turn: number) =>
    `${(48 + side * radius * Math.sin(turn)).toFixed(1)} ${(50 + radius * Math.cos(turn)).toFixed(1)}`
  const [base, tip] = [at(r - 1, angle - 0.18), at(r + 1.5, angle + 0.2)]
  return `M${base}Q${at(r - 5, angle + 0.06)} ${tip}Q${at(r + 5.5, angle - 0.02)} ${base}Z`
}

const shapes = {
  ring: { path: circle(30) + circle(28), letter: { size: 42, y: 50 } },
  laurel: { path: laurel(29), letter: { size: 38, y: 49 } },
  corazon: { path: heart(33) + heart(30.5), letter: { size: 34, y: 45 } },
}

/** A seal in one colour, with its motif left white; `letter`: size and middle of the initial, in its units. */
export function sealDrawing(seal: Seal): Drawing & { letter: { size: number; y: number } } {
  const { path, letter } = shapes[typeof seal === 'string' ? seal : 'ring']
  const d = `${waxEdge}${path}`
  return {
    x: 0,
    y: 0,
    w: 96,
    h: 100,
    millimetres: 16,
    path: { d, fill: '#8e2a22', 'fill-rule': 'evenodd' },
    letter,
  }
}
