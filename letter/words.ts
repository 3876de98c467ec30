import { days, hours, minutes, type Ms } from './days.ts'
import type { State } from './journey.ts'
import { cents, inEuros } from './price/money.ts'

/** `1 página`, `2 páginas`. */
export const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`

const numbers = 'un dos tres cuatro cinco seis siete ocho nueve diez'.split(' ')
const spelled = (number: number) => numbers[number - 1] ?? String(number)

/** `siete días`, `30 días`, `24 horas`, `una hora`, `diez minutos`: a duration in a sentence. */
export function durationWords(lasts: Ms): string {
  if (lasts >= days(2)) return `${spelled(lasts / days(1))} días`
  if (lasts > hours(1)) return `${spelled(lasts / hours(1))} horas`
  return lasts === hours(1) ? 'una hora' : `${spelled(lasts / minutes(1))} minutos`
}

/**
 * The states' names on pages, in the print room and on the command line. Ordinary post has no tracking, so none says
 * that a letter arrived (design/letter.md#no-delivery-claimed).
 */
export const stateNames = {
  frozen: 'Sin pagar',
  paid: 'Pagada',
  batched: 'En la imprenta',
  printed: 'Impresa',
  posted: 'En camino',
  returned: 'Devuelta',
  cancelled: 'Cancelada',
  expired: 'Caducada',
  'needs-person': 'En revisión',
} as const satisfies Record<State, string>

/** `Pedido de 30 cartas · 98,70 €` (design/money.md#orders). */
export const orderWords = ({ letters, total }: { letters: number; total: number }): string =>
  `Pedido de ${count(letters, 'carta', 'cartas')} · ${inEuros(cents(total))}`

/** Why a returned letter cannot be sent again (design/letter.md#came-back). */
export const givenBack =
  'Esta carta ya no se puede enviar otra vez solo por el franqueo: le hemos devuelto su dinero, o lo ha reclamado a su banco. Puede escribir otra como esta.'

/** Follows sentences that announce a refund. */
export const bankShowsItLater = 'su banco puede tardar entre cinco y diez días en mostrarlo.'

/** Specification, section 9. */
export const shortestPassword = 8

export const passwordTooShort = `La contraseña debe tener al menos ${shortestPassword} caracteres`

export const unusableSignature =
  'No podemos imprimir esta firma: tiene demasiados trazos o se sale de su recuadro. Dibújela de nuevo o quítela.'
