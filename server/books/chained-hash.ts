import { createHash } from 'node:crypto'

/** What of an invoice is hashed, in the form of the tax agency (docs/decisions/books.md). */
export type Hashed = {
  nif: string
  number: string
  issuedOn: string
  type: string
  tax: number
  total: number
  previous: string
  recordedAt: string
}

/** Cents as `12.35`, `-0.57`. */
export const inDecimals = (cents: number): string => (cents / 100).toFixed(2)

/** `2026-11-22` as `22-11-2026`. */
export const dayFirst = (day: string): string => day.split('-').toReversed().join('-')

/** SHA-256 over the eight fields of a registro de alta, in capitals. */
export const chainedHash = ({
  nif,
  number,
  issuedOn,
  type,
  tax,
  total,
  previous,
  recordedAt,
}: Hashed): string =>
  createHash('sha256')
    .update(
      Object.entries({
        IDEmisorFactura: nif,
        NumSerieFactura: number,
        FechaExpedicionFactura: dayFirst(issuedOn),
        TipoFactura: type,
        CuotaTotal: inDecimals(tax),
        ImporteTotal: inDecimals(total),
        Huella: previous,
        FechaHoraHusoGenRegistro: recordedAt,
      })
        .map(([name, value]) => `${name}=${value.trim()}`)
        .join('&'),
    )
    .digest('hex')
    .toUpperCase()

const madrid = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
})

/** `2026-11-22T16:20:30+01:00`: the hour in Spain, with its distance from UTC. */
export function madridInstant(instant: Date): string {
  const parts = madrid.formatToParts(instant).map(({ type, value }) => [type, value])
  const {
    year,
    month,
    day,
    hour,
    minute,
    second,
    timeZoneName = '',
  } = Object.fromEntries(parts) as Record<string, string>
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName.replace('GMT', '')}`
}
