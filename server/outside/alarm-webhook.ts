import { seconds } from '@lacre/letter/days.ts'
import type { Agent } from 'undici'
import { internet, isPublicHost, type Network, publicOnly } from './pictures.ts'

/** Sends an alarm to the operator's webhook. Answers an error code, or undefined. */
export type SendAlarm = (body: Record<string, string | undefined>) => Promise<string | undefined>

const limit = seconds(10)

/**
 * JSON with a `text` that chats show. Refuses private networks except this machine by name; follows no redirects, reads
 * only the status.
 */
export function createAlarmWebhook(url: URL, network: Network = internet): SendAlarm {
  const isLocal = url.protocol === 'http:'
  const connect = { timeout: limit, ...(!isLocal && { lookup: publicOnly(network) }) }
  let agent: Agent | undefined
  return async (body) => {
    if (!isLocal && !isPublicHost(url)) return 'not-public'
    try {
      const { Agent, request } = await import('undici')
      const dispatcher = (agent ??= new Agent({ connect }))
      const answer = await request(url.href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        dispatcher,
        signal: AbortSignal.timeout(limit),
      })
      await answer.body.dump({ limit: 16_384 })
      return answer.statusCode < 300 ? undefined : String(answer.statusCode)
    } catch (error) {
      const { code } = error as { code?: string }
      return typeof code === 'string' ? code : 'no-answer'
    }
  }
}
