import { hours } from '@lacre/letter/duration.ts'
import type { PingenAccount } from '../../settings.ts'
import type { Clock } from '../clock.ts'
import type { CancelledAtPrinter, Printer } from './printer.ts'
import { readPingenEvent } from './pingen-events.ts'
import { isOk, pingenHttp, troubleOf, usualLimits, type AskPingen } from './pingen-http.ts'
import { readLetter } from './pingen-letter.ts'
import { lookUpAtPingen } from './pingen-look-up.ts'
import { statusOf } from './pingen-statuses.ts'
import { submitToPingen } from './pingen-submit.ts'
import { pingenToken } from './pingen-token.ts'

/** Pingen's API, version 2, over plain HTTP. It promises to remember a key for 24 hours; an hour of that is not relied on. */
export function createPingen(account: PingenAccount, clock: Clock, limits = usualLimits): Printer {
  const { callMs, uploadMs } = limits
  const ask = pingenHttp({ apiUrl: account.apiUrl, token: pingenToken(account, clock), callMs })
  const letters = `/organisations/${encodeURIComponent(account.organisation)}/deliveries/letters`
  const pingen = { ask, letters, uploadMs, colour: account.colour }
  return {
    name: 'pingen',
    keyLifeMs: hours(23),
    submit: (order) => submitToPingen(pingen, order),
    lookUp: (wanted) => lookUpAtPingen(pingen, wanted),
    cancel: (id) => cancel(ask, `${letters}/${encodeURIComponent(id)}`),
    readEvent: (body, signature) => readPingenEvent(account.webhookKey, body, signature),
  }
}

/** A draft is thrown away; what was sent can be called back until they transfer it to the press. */
async function cancel(ask: AskPingen, path: string): Promise<CancelledAtPrinter> {
  const looked = await ask({ method: 'GET', path })
  if (looked.is === 'answer' && looked.status === 404) return 'cancelled'
  const word = isOk(looked) ? readLetter(looked.body)?.attributes.status : undefined
  if (word === undefined) return 'unknown'
  const status = statusOf(word)
  if (status === 'cancelled') return 'cancelled'
  const reply =
    status === 'held'
      ? await ask({ method: 'DELETE', path })
      : await ask({ method: 'PATCH', path: `${path}/cancel` })
  if (isOk(reply)) return 'cancelled'
  return troubleOf(reply) ? 'unknown' : 'too-late'
}
