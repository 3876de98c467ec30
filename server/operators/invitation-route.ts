import { hours } from '@lacre/letter/duration.ts'
import { message } from '@lacre/letter/calls.ts'
import { invitationBody } from '@lacre/letter/print-room/operator-calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import { takeUpInvitation, type TakeUpDeps } from './invitation/take-up-invitation.ts'
import { refusal } from './refusals.ts'

/** The page behind an invitation's link acts by this call (design.md#links-act-by-post). */
export function invitationRoute(
  app: App,
  deps: TakeUpDeps & { requireAccount: RequireAccount; limits: Limits },
): void {
  const { requireAccount, limits } = deps
  const tries = limits({ name: 'invitation-account', points: 20, within: hours(1) })
  const schema = {
    body: invitationBody,
    response: { 200: message },
    operationId: 'acceptInvitation',
    summary: 'Acepta una invitación a la sala de imprenta',
    tags: ['sala de imprenta'],
    security: bearerSecurity,
  }
  app.post('/operator/invitation', { schema }, async (request) => {
    const signedIn = await requireAccount(request)
    await tries.take(signedIn.accountId)
    const outcome = await takeUpInvitation(deps, signedIn, request.body.token)
    if (outcome !== 'taken-up') throw refusal(outcome)
    return { message: 'Ya puede entrar en la sala de imprenta.' }
  })
}
