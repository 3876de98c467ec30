import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { disputeStateNames, paymentStateNames, refundStateNames } from '@lacre/letter/price/payment-states.ts'
import type { BatchSummary, LetterCard, ReprintReason } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { DownloadReason } from '@lacre/letter/print-room/reasons.ts'
import { count } from '@lacre/letter/words.ts'
import { comingDay } from '../coming-day.ts'
import type { Tone } from '../ui/display.tsx'

/** The name of a key; the key itself if unknown, as from a newer server. */
export const nameIn = (names: Record<string, string>, key: string): string =>
  (Object.hasOwn(names, key) && names[key]) || key

/** `1 carta`, `40 cartas`. */
export const letters = (number: number) => count(number, 'carta', 'cartas')
export const sheets = (number: number) => count(number, 'hoja', 'hojas')
/** Names letters left out for review. */
export const leftOut = (number: number, of: string) =>
  `${letters(number)} ${number === 1 ? 'no está en' : 'no están en'} ${of} y ${number === 1 ? 'necesita' : 'necesitan'} a una persona`
/** `1, 2, 3` for a letter of three sheets. */
export const sheetNumbers = (sheets: number) => Array.from({ length: sheets }, (_, index) => index + 1)

const tenth = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
/** `421,6 g` */
export const grams = (weight: number): string => `${tenth.format(weight)}\u00a0g`

export const stateTones = {
  frozen: 'ended',
  paid: 'waiting',
  batched: 'moving',
  printed: 'moving',
  posted: 'done',
  returned: 'trouble',
  cancelled: 'ended',
  expired: 'ended',
  'needs-person': 'trouble',
} satisfies Record<State, Tone>

export const stages = {
  closed: { name: 'Cerrada', tone: 'waiting' },
  printed: { name: 'Impresa', tone: 'moving' },
  enclosed: { name: 'Ensobrada', tone: 'moving' },
  posted: { name: 'En Correos', tone: 'done' },
} satisfies Record<BatchSummary['stage'], { name: string; tone: Tone }>

export const downloadReasons = {
  print: 'Para imprimir',
  check: 'Para comprobar algo',
  lost: 'Se perdió el archivo anterior',
  other: 'Otro motivo',
} satisfies Record<DownloadReason, string>

export const reprintReasons = {
  damaged: 'Se ha estropeado',
  misfeed: 'La impresora la ha sacado mal',
  lost: 'Se ha perdido',
  other: 'Otro motivo',
} satisfies Record<ReprintReason, string>
/** Reasons of attempts that the server stopped. */
const stopReasons: Record<string, string> = {
  damaged: 'Se ha estropeado, o sus bytes no eran los pagados',
  'stopped-elsewhere': 'Dejó de poder imprimirse',
}
export const reasonWords = (reason: string, isVoid: boolean): string =>
  (isVoid && stopReasons[reason]) || nameIn(reprintReasons, reason)

export const attemptStates = {
  waiting: 'espera su tanda',
  batched: 'en tanda',
  printed: 'impresa',
  posted: 'entregada a Correos',
  void: 'anulada',
} satisfies Record<LetterCard['attempts'][number]['state'], string>

/** `n.º 12 de B0001`; the code for a letter outside a batch. */
export const letterName = ({ id, batch, place }: Pick<LetterCard, 'id' | 'batch' | 'place'>): string =>
  batch && place ? `n.º ${place} de ${batch}` : letterCode(id)

const short = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})

/** `23 nov, 17:30`: in a table. */
export const shortWhen = (instant: string): string => short.format(new Date(instant))
/** `23 de noviembre de 2026, a las 17:30`. */
export const longWhen = (instant: string): string =>
  `${longDate(madridDay(new Date(instant)))}, ${atHour(new Date(instant))}`
/** `17:30:05` */
export const clockTime = (instant: Date): string => clock.format(instant)

/** `hoy a las 17:30`, `mañana a las 17:30`, `el lunes 23 de noviembre a las 17:30`. */
export const comingWhen = (instant: string, now: string): string =>
  `${comingDay(new Date(instant), new Date(now))} ${atHour(new Date(instant))}`

export function paymentWords(payment: LetterCard['payment']): string {
  if (!payment) return 'Ninguno'
  const { state, cents: charged, together, refundedCents, dispute, refund } = payment
  const parts = [`${paymentStateNames[state]}: ${inEuros(cents(charged))}`]
  if (together > 1) parts.push(`en un pedido de ${together} cartas`)
  if (refundedCents > 0 && state !== 'refunded') parts.push(`devueltos ${inEuros(cents(refundedCents))}`)
  if (refund && refund !== 'succeeded') parts.push(`devolución ${refundStateNames[refund]}`)
  if (dispute) parts.push(disputeStateNames[dispute])
  return parts.join('; ')
}
