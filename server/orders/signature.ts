import * as calls from '@lacre/letter/looks/calls.ts'
import { isUsableSignature, type Signature, signatureDrawing, svgOf } from '@lacre/letter/looks/signature.ts'
import { unusableSignature } from '@lacre/letter/words.ts'
import { z } from 'zod'
import type { Db, NewRow, Row } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { lockAccount, ownCall } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { requireAccount } from '../accounts/sessions.ts'
import type { World } from '../world.ts'
import type { ExportedFile } from '../http/streams.ts'

const own = ownCall('borradores')

/** The signature that an account keeps for its next letters, if its owner wants that (design/paper.md#signature). */
export function signatureRoutes(app: App, deps: Pick<World, 'db' | 'cipher' | 'clock' | 'limits'>): void {
  const { db, cipher, clock } = deps
  const reading = {
    ...own('readSignature', 'La firma guardada en la cuenta'),
    response: { 200: calls.keptSignature },
  }
  app.get('/signature', { schema: reading }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const kept = await findSignature(db, accountId)
    return { signature: kept ? cipher.openSignature(accountId, kept) : null }
  })

  const keeping = {
    ...own('keepSignature', 'Guarda la firma en la cuenta, en lugar de la anterior'),
    body: calls.keepSignatureBody,
    response: { 204: z.undefined() },
  }
  app.put('/signature', { schema: keeping }, async (request, reply) => {
    const { accountId, emailVerified } = await requireAccount(deps, request)
    // A claim may lose its address to the owner of the mailbox: it must keep no signature that nothing can open.
    if (!emailVerified) throw unproven()
    refuseUnusable(request.body)
    await deps.limits.signatures.take(accountId)
    const { wrapped_key, key_name, signature } = cipher.seal(accountId, { signature: request.body })
    const updated_at = clock.now()
    await putSignature(db, {
      account_id: accountId,
      wrapped_key,
      key_name,
      signature: signature!,
      updated_at,
    })
    return reply.code(204).send(undefined)
  })

  const dropping = {
    ...own('dropSignature', 'Borra la firma de la cuenta'),
    response: { 204: z.undefined() },
  }
  app.delete('/signature', { schema: dropping }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await db.deleteFrom('signature').where('account_id', '=', accountId).execute()
    return reply.code(204).send(undefined)
  })
}

/** @throws Failure 422 */
export function refuseUnusable(signature: Signature | undefined): void {
  if (signature && !isUsableSignature(signature))
    throw new Failure(422, unusableSignature, 'signature-unusable')
}

const unproven = () =>
  new Failure(
    403,
    'Confirme su correo para guardar la firma en su cuenta. Mientras tanto sigue en este navegador.',
    'email-unproven',
  )

const findSignature = (db: Db, accountId: string): Promise<Row<'signature'> | undefined> =>
  db.selectFrom('signature').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Replaces the previous one. @throws Failure 401 when the account is erased. */
const putSignature = (db: Db, { account_id, ...fresh }: NewRow<'signature'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id)
    await tx
      .insertInto('signature')
      .values({ account_id, ...fresh })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
      .execute()
  })

export const signatureFile = (name: string, signature: Signature, at: Date): ExportedFile => ({
  name,
  bytes: Buffer.from(svgOf(signatureDrawing(signature))),
  at,
})

export async function* exportSignature(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  accountId: string,
): AsyncGenerator<ExportedFile> {
  const kept = await findSignature(db, accountId)
  const signature = kept && cipher.openSignature(accountId, kept)
  if (signature) yield signatureFile('firma.svg', signature, kept.updated_at)
}
