import { earlier, hours, minutes } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import type { ActingOperator, SignedIn } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { listFactors, provenAt } from './factors.ts'
import { isSessionOfMailbox, type Operator, findOperator } from './operators.ts'
import type { World } from '../world.ts'
import { requireAccount } from '../accounts/sessions.ts'

const sessionLasts = hours(12)
/** Required before letters are downloaded or reprinted. */
const recently = minutes(10)

const refusals = {
  'not-operator': [403, 'Esta página es solo para quien imprime las cartas.'],
  'factor-missing': [403, 'Para entrar en la imprenta hace falta un segundo paso de seguridad: configúrelo.'],
  'factor-needed': [403, 'Para entrar en la imprenta, confirme que es usted con su segundo paso.'],
  'mailbox-first': [
    403,
    'Para configurar su segundo paso, cierre la sesión y entre con un código que le enviaremos por correo.',
  ],
  'factor-again': [403, 'Para continuar, confirme otra vez que es usted con su segundo paso.'],
  'factor-refused': [403, 'No es correcto, o ya se ha usado. Inténtelo de nuevo.'],
  'factor-unknown': [404, 'Ese segundo paso ya no está.'],
  'factor-last': [409, 'Es el único que tiene: añada otro antes de quitarlo.'],
  'totp-known': [409, 'Ya tiene una aplicación de códigos.'],
} satisfies Record<string, [status: number, detail: string]>

export const refusal = (code: keyof typeof refusals): Failure => new Failure(...refusals[code], code)

type Deps = Pick<World, 'db' | 'clock'>

/** An operator who may not yet have given the second factor. @throws Failure 401, 403 */
export async function enteringOperator(deps: Deps, request: FastifyRequest): Promise<SignedIn & Operator> {
  const signedIn = await requireAccount(deps, request)
  const operator = await findOperator(deps.db, signedIn.accountId)
  if (!operator) throw refusal('not-operator')
  return { ...signedIn, ...operator }
}

/** Requires an operator with a valid second factor (design/print-room.md#operator-factor). @throws Failure 401, 403 */
export async function requireOperator(
  deps: Deps,
  request: FastifyRequest,
  proof?: 'recent',
): Promise<ActingOperator> {
  const { accountId, sessionId, name, isSupervisor } = await enteringOperator(deps, request)
  const given = await provenAt(deps.db, sessionId)
  const now = deps.clock.now()
  if (!given || given <= earlier(now, sessionLasts))
    throw refusal((await listFactors(deps.db, accountId)).length ? 'factor-needed' : 'factor-missing')
  if (proof === 'recent' && given <= earlier(now, recently)) throw refusal('factor-again')
  return { accountId, name, isSupervisor }
}

/**
 * Requires a session opened by the mailbox for the first factor, else a recent second factor. @throws Failure 401, 403
 */
export async function enrollingOperator(deps: Deps, request: FastifyRequest): Promise<SignedIn & Operator> {
  const operator = await enteringOperator(deps, request)
  if ((await listFactors(deps.db, operator.accountId)).length) await requireOperator(deps, request, 'recent')
  else if (!(await isSessionOfMailbox(deps.db, operator.sessionId))) throw refusal('mailbox-first')
  return operator
}

export const rankOf = ({ isSupervisor }: { isSupervisor: boolean }): string =>
  isSupervisor ? 'responsable' : 'operador'
