import { hours, minutes } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/caller.ts'
import type { Limits } from '../../http/limits.ts'
import { isSessionOfMailbox } from '../operators-table.ts'
import type { EnteringOperator, FactorDeps } from './prove.ts'
import { provenAt } from './sessions-table.ts'

/** Whoever guesses in a session that a stolen password opened does not hold the mailbox. */
const byCode = (wait: string) =>
  `Demasiados intentos. Vuelva a intentarlo dentro de ${wait}, o cierre la sesión y entre con un código que le enviaremos por correo.`

/**
 * Counts a try at a second factor where a stranger's tries are not counted: in a session that has given it before or that the
 * mailbox opened, else for the account and network together. Six digits are also counted for the account, wherever they are typed; apart in sessions that
 * the mailbox opened, so that nobody is locked out by who has the password only (design.md#operator-factor).
 * @returns what takes a try, which returns what forgives it @throws Failure 429
 */
export function factorTries({ db }: Pick<FactorDeps, 'db'>, limits: Limits) {
  const tries = limits({ name: 'factor-network', points: 10, within: minutes(15) })
  const often = { points: 30, within: hours(1) }
  const refusal = { code: 'too-many-tries', detail: byCode }
  const anywhere = limits({ name: 'factor-account', ...often, refusal })
  const ofMailbox = limits({ name: 'factor-mailbox', ...often })
  return async (
    { ip }: FastifyRequest,
    { accountId, sessionId }: EnteringOperator,
    { isGuessable }: { isGuessable: boolean },
  ): Promise<() => Promise<void>> => {
    const isKnown = (await provenAt(db, sessionId)) !== null
    const isOfMailbox = !isKnown && (await isSessionOfMailbox(db, sessionId))
    const key = isKnown || isOfMailbox ? sessionId : `${accountId} ${callerOf(ip)}`
    await tries.take(key)
    if (isGuessable && !isKnown) await (isOfMailbox ? ofMailbox : anywhere).take(accountId)
    return () => tries.forgive(key)
  }
}
