import { finished } from 'node:stream'
import { milliseconds, seconds } from '@lacre/letter/days.ts'
import type { App } from '../app.ts'
import { bodyWithAccount, times, type BodyTimes } from '../bodies/guard-bodies.ts'
import { callerOf } from '../caller.ts'
import { busy } from '../concurrency-limit.ts'
import { createShares } from '../shares.ts'
import { largeAnswer } from './read-documents.ts'

const memory = { total: 8 * bodyWithAccount, perKey: 2 * bodyWithAccount }

/**
 * Whoever asks for a long letter a hundred times and takes none of the answers holds two of them in our memory, and
 * those not for long (design.md#answers).
 */
export function guardAnswers(app: App, { stall, start, bytesPerSecond, wait }: BodyTimes = times): void {
  const shares = createShares(memory)
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string'
    if ((!isText && !Buffer.isBuffer(payload)) || payload.length < largeAnswer) return payload
    const bytes = isText ? Buffer.from(payload) : payload
    const leave = await shares.takeInTurn(callerOf(request.ip), Math.min(bytes.length, memory.perKey), wait)
    if (!leave) throw busy()
    const end = () => reply.raw.destroy()
    const late = setTimeout(end, milliseconds(start + seconds(bytes.length / bytesPerSecond)))
    reply.raw.setTimeout(stall, end)
    finished(reply.raw, () => {
      clearTimeout(late)
      leave()
    })
    return bytes
  })
}
