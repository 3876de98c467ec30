import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSeconds } from '@lacre/letter/days.ts'
import { times, type BodyTimes } from '../bodies/guard-bodies.ts'
import { callerOf } from '../caller.ts'
import { busy } from '../concurrency-limit.ts'
import { createShares } from '../shares.ts'

const atOnce = { total: 8, perKey: 2 }

/** Before an answer is begun. @throws Failure 503, when too many are on their way. */
export type GuardStream = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * What is written as it is taken: its whole is never in memory, but each part of it may be long. So few are on their way
 * at once, and one that is taken too slowly is given up (design.md#answers).
 */
export function createStreamGuard({ stall, bytesPerSecond, wait }: BodyTimes = times): GuardStream {
  const shares = createShares(atOnce)
  return async ({ ip }, { raw }) => {
    const leave = await shares.takeInTurn(callerOf(ip), 1, wait)
    if (!leave) throw busy()
    let before = 0
    const look = setInterval(() => {
      const { bytesWritten = 0, writableLength = 0 } = raw.socket ?? {}
      const taken = bytesWritten - writableLength
      const isSlow = taken - before < bytesPerSecond * inSeconds(stall)
      // Nothing waits for whoever reads: then it is we who are slow.
      if (isSlow && writableLength + raw.writableLength > 0) raw.destroy()
      before = taken
    }, stall)
    finished(raw, () => {
      clearInterval(look)
      leave()
    })
  }
}
