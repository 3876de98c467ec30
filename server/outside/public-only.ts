import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where names lead, and where a checked address leads: a test's public addresses lead to its own machine. */
export type Network = { lookup: LookupFunction; route: (address: string) => string }

export const internet: Network = { lookup: systemLookup as LookupFunction, route: (address) => address }

/** A number needs no lookup, so nobody else would check it. WHATWG URLs have already turned 0x7f.1 into 127.0.0.1. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return !isIP(host) || isPublic(host)
}

/** All addresses of a name must be public: a mixed answer is an attack. */
export const publicOnly =
  ({ lookup, route }: Network): LookupFunction =>
  (host, options, answer) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      if (error || !first || !addresses.every(({ address }) => isPublic(address)))
        answer(error ?? new Error('not a public address'), '')
      else if (options.all)
        answer(
          null,
          addresses.map((one) => ({ ...one, address: route(one.address) })),
        )
      else answer(null, route(first.address), first.family)
    })

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  // ipaddr.js calls the old IPv4-compatible ::a.b.c.d plain unicast.
  const compatible = ip instanceof ipaddr.IPv6 && ip.parts.slice(0, 6).every((part) => part === 0)
  return ip.range() === 'unicast' && !compatible
}
