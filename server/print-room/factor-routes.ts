import { message } from '@lacre/letter/calls.ts'
import * as calls from '@lacre/letter/print-room/console-calls.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { call } from './call.ts'
import {
  beginCodes,
  giveCode,
  qrCode,
  factorTries,
  type EnteringOperator,
  type FactorDeps,
  removeFactor,
  listFactors,
  passkeyIds,
} from './factors.ts'
import { givePasskey, keepPasskey, passkeyToAsk, passkeyToMake } from './passkeys.ts'
import { refusal, enteringOperator, enrollingOperator, requireOperator } from './require-operator.ts'
import type { World } from '../world.ts'

const ok = { message: 'Confirmado.' }

/** Gives, lists, adds and removes second factors (design/print-room.md#operator-factor). */
export function factorRoutes(app: App, deps: FactorDeps & Pick<World, 'limits'>): void {
  const { db } = deps
  const takeTry = factorTries(deps)
  const given = { response: { 200: message } }

  const asking = { ...call('askFactor', 'Qué segundo paso se pide'), response: { 200: calls.factorAsked } }
  app.post('/operator/factor/options', { schema: asking }, async (request) => {
    const operator = await enteringOperator(deps, request)
    const factors = await listFactors(db, operator.accountId)
    const passkey = await passkeyToAsk(deps, operator, passkeyIds(factors))
    return { passkey: passkey && { ...passkey }, hasTotp: factors.some(({ kind }) => kind === 'totp') }
  })

  const giving = { ...call('giveFactor', 'Da el segundo paso'), ...given, body: calls.factorBody }
  app.post('/operator/factor', { schema: giving }, async (request) => {
    const operator = await enteringOperator(deps, request)
    const { body } = request
    await checkFactor(request, operator, 'code' in body, () =>
      'code' in body
        ? giveCode(deps, operator, { code: body.code, action: 'sign-in' })
        : givePasskey(deps, operator, body.passkey),
    )
    return ok
  })

  const making = {
    ...call('beginPasskey', 'Lo que hace falta para una llave'),
    response: { 200: calls.passkeyOptions },
  }
  app.post('/operator/passkeys/options', { schema: making }, async (request) => ({
    ...(await passkeyToMake(deps, await enrollingOperator(deps, request))),
  }))

  const keeping = { ...call('addPasskey', 'Añade una llave de acceso'), ...given, body: calls.passkeyBody }
  app.post('/operator/passkeys', { schema: keeping }, async (request) => {
    const operator = await enrollingOperator(deps, request)
    await checkFactor(request, operator, false, () => keepPasskey(deps, operator, request.body.passkey))
    return ok
  })

  const beginning = {
    ...call('beginTotp', 'Una clave para una aplicación de códigos'),
    response: { 200: calls.totpBegun },
  }
  app.post('/operator/totp/options', { schema: beginning }, async (request) => {
    const begun = await beginCodes(deps, await enrollingOperator(deps, request))
    if (begun === 'totp-known') throw refusal(begun)
    return { secret: begun.secret, qr: await qrCode(begun.address) }
  })

  const confirming = { ...call('addTotp', 'Añade una aplicación de códigos'), ...given, body: calls.codeBody }
  app.post('/operator/totp', { schema: confirming }, async (request) => {
    const operator = await enrollingOperator(deps, request)
    const { code } = request.body
    // Of the secret just shown to this operator.
    await checkFactor(request, operator, false, () =>
      giveCode(deps, operator, { code, action: 'add-factor' }),
    )
    return ok
  })

  const listing = {
    ...call('listFactors', 'Los segundos pasos propios'),
    response: { 200: calls.ownFactors },
  }
  app.get('/operator/factors', { schema: listing }, async (request) => {
    const { accountId } = await requireOperator(deps, request)
    return { factors: await listFactors(db, accountId) }
  })

  const removing = {
    ...call('removeFactor', 'Quita un segundo paso propio, si queda otro'),
    ...given,
    body: calls.removeFactorBody,
  }
  app.post('/operator/factors/remove', { schema: removing }, async (request) => {
    await requireOperator(deps, request, 'recent')
    const outcome = await removeFactor(deps, await enteringOperator(deps, request), request.body.id)
    if (outcome !== 'removed') throw refusal(outcome)
    return { message: 'Quitado.' }
  })

  async function checkFactor(
    request: FastifyRequest,
    operator: EnteringOperator,
    isGuessable: boolean,
    look: () => Promise<'proven' | 'factor-refused'>,
  ): Promise<void> {
    const forgive = await takeTry(request, operator, { isGuessable })
    if ((await look()) === 'factor-refused') throw refusal('factor-refused')
    await forgive()
  }
}
