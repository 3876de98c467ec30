import type { ChainName, Db } from '../database/tables.ts'
import type { World } from '../world.ts'
import { buyerOf, type Buyer } from './buyer.ts'
import {
  dayFirst,
  inDecimals,
  hasBuyer,
  recordType,
  chainInOrder,
  invoiceByNumber,
  type Invoice,
} from './invoices-table.ts'

/**
 * For Veri*factu (docs/decisions/books.md): each invoice as a registro de alta, in the order and with the names
 * of Orden HAC/1177/2024. Whoever sends them to the tax agency reads on from the last `seq` it has sent.
 */
export async function* billingRecords(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  { chain, after = 0 }: { chain: ChainName; after?: number },
): AsyncGenerator<{ seq: number; record: object }> {
  let previous = after ? await atPlace(db, chain, after) : undefined
  for await (const invoice of chainInOrder(db, chain, after)) {
    const corrected = invoice.corrects === null ? undefined : await invoiceByNumber(db, invoice.corrects)
    const buyer = hasBuyer(invoice.kind, corrected?.kind)
      ? await buyerOf({ db, cipher }, invoice.payment_id)
      : undefined
    yield { seq: invoice.seq, record: recordOf(invoice, { corrected, buyer, previous }) }
    previous = invoice
  }
}

const atPlace = (db: Db, chain: ChainName, seq: number): Promise<Invoice> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()

const identityOf = ({ seller_nif, number, issued_on }: Invoice) => ({
  IDEmisorFactura: seller_nif,
  NumSerieFactura: number,
  FechaExpedicionFactura: dayFirst(issued_on),
})

type Around = { corrected: Invoice | undefined; buyer: Buyer | undefined; previous: Invoice | undefined }

function recordOf(invoice: Invoice, { corrected, buyer, previous }: Around): object {
  const { kind, issued_on, supplied_on, base_cents, tax_cents, tax_percent, total_cents } = invoice
  return {
    IDVersion: '1.0',
    IDFactura: identityOf(invoice),
    NombreRazonEmisor: invoice.seller_name,
    TipoFactura: recordType(kind, corrected?.kind),
    ...(corrected &&
      (kind === 'completa'
        ? { FacturasSustituidas: [identityOf(corrected)] }
        : { TipoRectificativa: 'I', FacturasRectificadas: [identityOf(corrected)] })),
    ...(supplied_on !== issued_on && { FechaOperacion: dayFirst(supplied_on) }),
    DescripcionOperacion: 'Impresión y envío de una carta por correo ordinario',
    ...(buyer && { Destinatarios: [{ NombreRazon: buyer.name, NIF: buyer.nif }] }),
    Desglose: [
      {
        Impuesto: '01',
        ClaveRegimen: '01',
        CalificacionOperacion: 'S1',
        TipoImpositivo: tax_percent.toFixed(2),
        BaseImponibleOimporteNoSujeto: inDecimals(base_cents),
        CuotaRepercutida: inDecimals(tax_cents),
      },
    ],
    CuotaTotal: inDecimals(tax_cents),
    ImporteTotal: inDecimals(total_cents),
    Encadenamiento: previous
      ? { RegistroAnterior: { ...identityOf(previous), Huella: previous.hash } }
      : { PrimerRegistro: 'S' },
    FechaHoraHusoGenRegistro: invoice.recorded_at,
    TipoHuella: '01',
    Huella: invoice.hash,
  }
}
