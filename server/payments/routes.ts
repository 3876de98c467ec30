import { clientSecret, createIntentBody } from '@lacre/letter/calls.ts'
import { givenBack } from '@lacre/letter/words.ts'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { bearerSecurity } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { CardSandbox } from '../sandbox/cards.ts'
import type { PaymentsDeps } from './seen-intent.ts'
import { createIntent, type IntentRefusal } from './intent.ts'
import { requireAccount } from '../accounts/sessions.ts'

const answers = {
  'letter-not-found': [404, 'No existe esa carta.'],
  'letter-not-listed': [400, 'La carta no está entre las que se pagan juntas.'],
  'email-not-verified': [403, 'Verifique su correo electrónico antes de pagar. Puede pedir un enlace nuevo.'],
  'already-paid': [409, 'Esta carta ya está pagada.'],
  'payment-in-progress': [409, 'El pago de esta carta se está procesando. Espere unos minutos.'],
  'letter-cancelled': [409, 'Esta carta se ha cancelado y ya no se puede pagar.'],
  'letter-expired': [409, 'Esta carta ha caducado sin pagarse. Vuelva a enviarla para pagarla.'],
  'given-back': [409, givenBack],
  'letter-stopped': [409, 'Estamos revisando esta carta. Le avisaremos por correo electrónico.'],
  'too-many-unpaid': [
    429,
    'En la última hora ha dejado muchas cartas sin pagar. Espere un rato y vuelva a intentarlo; su carta está guardada.',
  ],
  'provider-unavailable': [
    503,
    'El servicio de pago no responde en este momento. No se le ha cobrado nada; inténtelo de nuevo en unos minutos.',
  ],
  'payment-unknown': [
    503,
    'No hemos podido comprobar si esta carta ya está pagada. Vuelva a intentarlo en unos minutos, antes de pagar de nuevo.',
  ],
} satisfies Record<IntentRefusal, [status: number, detail: string]>

/** Used when several letters were to be paid together. */
const answersOfSeveral: Partial<Record<IntentRefusal, string>> = {
  'already-paid': 'Alguna de estas cartas ya está pagada. Mírelas en «Mis cartas».',
  'payment-in-progress': 'El pago de alguna de estas cartas se está procesando. Espere unos minutos.',
  'letter-cancelled': 'Alguna de estas cartas se ha cancelado y ya no se puede pagar.',
  'letter-expired': 'Alguna de estas cartas ha caducado sin pagarse. Vuelva a enviarla para pagarla.',
  'given-back':
    'Una de estas cartas ya no se puede enviar otra vez solo por el franqueo: le hemos devuelto el dinero de la primera, o lo ha reclamado a su banco.',
  'payment-unknown':
    'No hemos podido comprobar si alguna de estas cartas ya está pagada. Vuelva a intentarlo en unos minutos, antes de pagar de nuevo.',
  'letter-stopped': 'Estamos revisando alguna de estas cartas. Le avisaremos por correo electrónico.',
}

/** The specification's call before the payment form opens (section 7; its path: design/running.md#call-paths). */
export function paymentRoutes(app: App, deps: PaymentsDeps): void {
  const schema = {
    body: createIntentBody,
    response: { 200: clientSecret },
    operationId: 'createPaymentIntent',
    summary: 'Prepara el pago de una carta',
    tags: ['pagos'],
    security: bearerSecurity,
  }
  app.post('/stripe/create-payment-intent', { schema }, async (request) => {
    const { letter_id: letterId, letters, draft } = request.body
    const account = await requireAccount(deps, request)
    const answer = await createIntent(deps, account, { letterId, letters, draft })
    if (!('refused' in answer)) return answer
    if (answer.because) request.log.error({ because: answer.because }, 'card provider trouble')
    const { refused } = answer
    const [status, detail] = answers[refused]
    const several = (letters?.length ?? 0) > 1 ? answersOfSeveral[refused] : undefined
    throw new Failure(status, several ?? detail, refused)
  })
}

const body = z.object({
  client_secret: z.string().max(200).regex(/^\w+$/),
  card: z.string().max(40).optional(),
  phone: z.string().max(40).optional(),
  challenge: z.enum(['pass', 'fail']).optional(),
})

/** The browser's call to the card provider, in the sandbox only (design/running.md#sandbox-cards). */
export function sandboxConfirmRoute(app: App, { confirm }: Pick<CardSandbox, 'confirm'>): void {
  app.post('/sandbox/cards/confirm', { schema: { body, hide: true } }, async (request, reply) => {
    const { status, body } = await confirm(request.body)
    if (status === 200) return { paymentIntent: { status: body['status'] } }
    return reply.code(status).send({ error: body['error'] })
  })
}
