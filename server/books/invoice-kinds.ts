import type { ChainName, InvoiceKind } from '../database/books-tables.ts'

/**
 * Each kind has a series of its own (RD 1619/2012, art. 6.1.a). `counts`: what stands in for another documents the same
 * sale, so its sum counts once.
 */
export const invoiceKinds = {
  simplificada: { series: 'S', title: 'Factura simplificada', counts: true },
  completa: { series: 'F', title: 'Factura', counts: false },
  rectificativa: { series: 'R', title: 'Factura rectificativa', counts: true },
} as const satisfies Record<InvoiceKind, { series: string; title: string; counts: boolean }>

/**
 * `S2026`, `PRUEBA-S2026`. After a restore `S2026-MIB0KOW0`, by its instant: numbers given since the backup, which are not
 * known any more, come to nobody else, also when the same backup is restored twice.
 */
export const seriesOf = (
  kind: InvoiceKind,
  chain: ChainName,
  year: string,
  restored: Date | undefined,
): string =>
  (chain === 'test' ? 'PRUEBA-' : '') +
  invoiceKinds[kind].series +
  year +
  (restored ? `-${restored.getTime().toString(36).toUpperCase()}` : '')

export const numberOf = (series: string, place: number): string =>
  `${series}-${String(place).padStart(6, '0')}`

/** Whether it names a buyer: the full one, and what corrects it. */
export const hasBuyer = (kind: InvoiceKind, corrected: InvoiceKind | undefined): boolean =>
  kind === 'completa' || corrected === 'completa'

/** Of the Veri*factu record, by the kind and by what it corrects. A refund of a full invoice: Ley 37/1992, art. 80.Dos. */
export const recordType = (
  kind: InvoiceKind,
  corrected: InvoiceKind | undefined,
): 'F2' | 'F3' | 'R5' | 'R1' =>
  kind === 'simplificada' ? 'F2' : kind === 'completa' ? 'F3' : corrected === 'completa' ? 'R1' : 'R5'
