import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** An address that stands for no visitor from outside: a proxy's, or this machine's. */
const isInside = (address: string) =>
  !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast'

/**
 * Whether TRUST_PROXY is not what arrives. Each proxy adds whom it was called by to X-Forwarded-For. 'too-low': whom we
 * count is a proxy, so all visitors count as one. 'too-high': fewer have added to it, so visitors can invent addresses.
 */
export function mistakenProxies(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  trusted: number,
): 'too-low' | 'too-high' | undefined {
  const added = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const caller = socket.remoteAddress ?? ''
  if (added.length < trusted) return isInside(caller) && !added.length ? undefined : 'too-high'
  const counted = [...added, caller].at(-1 - trusted) ?? caller
  return added.length > trusted && isInside(counted) ? 'too-low' : undefined
}
