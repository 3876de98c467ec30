import { addDays, atHour, type Day, days, hours, madridDay, minutes, type Ms } from './days.ts'
import type { State } from './journey.ts'
import { cents, inEuros } from './price/money.ts'

/** `1 página`, `2 páginas`. */
export const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`

const numbers = 'un dos tres cuatro cinco seis siete ocho nueve diez'.split(' ')
const spelled = (number: number) => numbers[number - 1] ?? String(number)

/** `siete días`, `30 días`, `24 horas`, `una hora`, `diez minutos`: as a sentence says how long something lasts. */
export function durationWords(lasts: Ms): string {
  if (lasts >= days(2)) return `${spelled(lasts / days(1))} días`
  if (lasts > hours(1)) return `${spelled(lasts / hours(1))} horas`
  return lasts === hours(1) ? 'una hora' : `${spelled(lasts / minutes(1))} minutos`
}

/**
 * What a state is called: on the pages, in the print room and on the command line. Ordinary post has no tracking, so
 * nothing says that a letter arrived (design/letter.md#no-delivery-claimed).
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

const weekday = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `hoy`, `mañana` or `el lunes 23 de noviembre`. */
export function comingDate(day: Day, today: Day): string {
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : `el ${weekday.format(new Date(day)).replace(',', '')}`
}

/** The day of that instant in Spain. */
export const comingDay = (instant: Date, now: Date): string => comingDate(madridDay(instant), madridDay(now))

const clockHere = new Intl.DateTimeFormat('es-ES', { dateStyle: 'short', timeStyle: 'short' })
const clockInMadrid = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Madrid',
})

/** `hoy a las 17:30`. Where clocks show something else, as in the Canary Islands, it says whose hour it is. */
export function untilWords(instant: Date, now: Date): string {
  const isSameClock = clockHere.format(instant) === clockInMadrid.format(instant)
  return `${comingDay(instant, now)} ${atHour(instant)}${isSameClock ? '' : ', hora peninsular'}`
}

/** `Pedido de 30 cartas · 98,70 €` (design/money.md#orders). */
export const orderWords = ({ letters, total }: { letters: number; total: number }): string =>
  `Pedido de ${count(letters, 'carta', 'cartas')} · ${inEuros(cents(total))}`

/** Why a letter that came back does not go again (design/letter.md#came-back). */
export const givenBack =
  'Esta carta ya no se puede enviar otra vez solo por el franqueo: le hemos devuelto su dinero, o lo ha reclamado a su banco. Puede escribir otra como esta.'

/** Of money that is given back, after what says so. */
export const bankShowsItLater = 'su banco puede tardar entre cinco y diez días en mostrarlo.'

/** Specification, section 9. */
export const shortestPassword = 8

export const passwordTooShort = `La contraseña debe tener al menos ${shortestPassword} caracteres`

/** The first rule of a new password that does not hold, in the specification's words and order (section 5). */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Las contraseñas no coinciden'
  if (password.length < shortestPassword) return passwordTooShort
  return undefined
}

/** Said under the field before anything is wrong. */
export const passwordHint = `Al menos ${shortestPassword} caracteres.`

export const unusableSignature =
  'No podemos imprimir esta firma: tiene demasiados trazos o se sale de su recuadro. Dibújela de nuevo o quítela.'
