import { z } from 'zod'
import type { App } from '../http/app.ts'
import type { CardSandbox } from '../outside/cards/sandbox-cards.ts'

const body = z.object({
  client_secret: z.string().max(200).regex(/^\w+$/),
  card: z.string().max(40).optional(),
  phone: z.string().max(40).optional(),
  challenge: z.enum(['pass', 'fail']).optional(),
})

/**
 * What the browser would say to the card provider itself (design.md#sandbox-cards). Only in sandbox mode: here anybody
 * "pays". Answers `{ paymentIntent: { status } }`, or `{ error: { message } }` in Spanish.
 */
export function sandboxConfirmRoute(app: App, { confirm }: Pick<CardSandbox, 'confirm'>): void {
  app.post('/sandbox/cards/confirm', { schema: { body, hide: true } }, async (request, reply) => {
    const { status, body } = await confirm(request.body)
    if (status === 200) return { paymentIntent: { status: body['status'] } }
    return reply.code(status).send({ error: body['error'] })
  })
}
