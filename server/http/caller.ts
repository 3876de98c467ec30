import ipaddr from 'ipaddr.js'

/** Whom a limit counts: an IPv4 address, or the /64 an IPv6 one lies in, of which every subscriber has at least one. */
export function callerOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

const manyCallers = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+$/

/**
 * Who may stand behind many callers: the /48 of an IPv6 one, as it is given to a house or a rented server, has 65,536 of
 * them (design.md#networks). Anybody else is a caller alone.
 */
export const siteOf = (caller: string): string => manyCallers.exec(caller)?.[1] ?? caller
