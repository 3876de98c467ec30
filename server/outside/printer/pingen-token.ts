import { seconds } from '@lacre/letter/duration.ts'
import { z } from 'zod'
import type { Clock } from '../clock.ts'

/** A token that ends while the request is on its way is of no use. */
const early = seconds(60)
const timeLimit = seconds(20)

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number() })

export type Token = {
  /** The token of now. `undefined`: it could not be had, so nothing was asked of anybody with it. */
  get(): Promise<string | undefined>
  /** This one was refused though it should be good: the next `get` asks for another. */
  forget(token: string): void
}

type Client = { authUrl: URL; clientId: string; clientSecret: string }

/** OAuth 2, client credentials: one token for everybody who asks, renewed a minute before it ends. */
export function pingenToken({ authUrl, clientId, clientSecret }: Client, clock: Clock): Token {
  let held: { token: string; until: number } | undefined
  let asking: Promise<string | undefined> | undefined

  async function ask(): Promise<string | undefined> {
    const askedAt = clock.now().getTime()
    try {
      const answer = await fetch(new URL('/auth/access-tokens', authUrl), {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          scope: 'letter',
        }),
        signal: AbortSignal.timeout(timeLimit),
      })
      const { data } = granted.safeParse(answer.ok ? await answer.json() : undefined)
      if (!data) return undefined
      held = { token: data.access_token, until: askedAt + seconds(data.expires_in) - early }
      return held.token
    } catch {
      return undefined // no answer, or none that can be read
    }
  }

  return {
    async get() {
      if (held && clock.now().getTime() < held.until) return held.token
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    forget(token) {
      if (held?.token === token) held = undefined
    },
  }
}
