import { z } from 'zod'
import type { App } from '../../http/app.ts'
import type { Altcha } from '../../outside/captcha/altcha.ts'
import type { AccountLimits } from '../account-limits.ts'
import { callerOf } from '../../http/caller.ts'

/** The shape is the widget's business. */
const challenge = z.object({ parameters: z.looseObject({}), signature: z.string().optional() })

/** Work for the widget; only where the captcha is our own. */
export function challengeRoute(
  app: App,
  { altcha, limits }: { altcha: Altcha; limits: AccountLimits },
): void {
  const schema = {
    response: { 200: challenge },
    operationId: 'requestChallenge',
    summary: 'Un reto para el captcha',
    tags: ['cuentas'],
  }
  app.get('/captcha/challenge', { schema }, async ({ ip }) => {
    await limits.challenges.take(callerOf(ip))
    const { parameters, signature } = await altcha.challenge()
    return { parameters: { ...parameters }, signature }
  })
}
