import { z } from 'zod'

const invoiceText = (wanted: string, most: number) => z.string().trim().min(1, wanted).max(most)
export const issuedInvoice = z.object({
  number: z.string(),
  kind: z.enum(['simplificada', 'completa', 'rectificativa']),
  issuedOn: z.string(),
  total: z.number().int(),
})
export type IssuedInvoice = z.infer<typeof issuedInvoice>
export const invoiceQuery = z.object({ number: z.string().max(60).optional() })

/** The buyer of a full invoice. */
export const fullInvoiceBody = z
  .object({
    name: invoiceText('Escriba el nombre o la razón social.', 120),
    nif: invoiceText('Escriba el NIF.', 20),
    address: invoiceText('Escriba el domicilio fiscal.', 200),
  })
  .meta({
    example: { name: 'Papelería Ruiz, S. L.', nif: 'A58818501', address: 'Calle Larios 3, 29005 Málaga' },
  })
export type FullInvoiceBody = z.infer<typeof fullInvoiceBody>
