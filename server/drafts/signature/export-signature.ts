import { svgOf, signatureDrawing, type Signature } from '@lacre/letter/looks/signature.ts'
import type { ExportedFile } from '../../ports.ts'
import type { DraftsDeps } from '../deps.ts'
import { findSignature } from './signatures-table.ts'

export const signatureFile = (name: string, signature: Signature, at: Date): ExportedFile => ({
  name,
  bytes: Buffer.from(svgOf(signatureDrawing(signature))),
  at,
})

export async function* exportSignature(
  { db, cipher }: Pick<DraftsDeps, 'db' | 'cipher'>,
  accountId: string,
): AsyncGenerator<ExportedFile> {
  const kept = await findSignature(db, accountId)
  const signature = kept && cipher.openSignature(accountId, kept)
  if (signature) yield signatureFile('firma.svg', signature, kept.updated_at)
}
