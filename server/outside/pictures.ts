import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'

/** A remote png or jpeg. `undefined`: unreachable, not public, too big, too slow, or no picture. */
export type FetchPicture = (address: string) => Promise<Buffer | undefined>

type PictureLimits = {
  /** From the request to the last byte, redirects included, so that slow servers end too. */
  totalMs: number
  maxBytes: number
  maxRedirects: number
  ports: number[]
}

const usual: PictureLimits = { totalMs: 8000, maxBytes: 10_000_000, maxRedirects: 3, ports: [80, 443] }
const png = Buffer.from('89504e470d0a1a0a', 'hex')
const jpeg = Buffer.from('ffd8ff', 'hex')

/**
 * Fetches a picture from a URL in a letter, never from our own network: all addresses of a name must be public, and the
 * connection uses the checked addresses, so that a changed DNS answer is useless. Never throws.
 */
export function createPictureFetcher(
  limits: Partial<PictureLimits> = {},
  network: Network = internet,
): FetchPicture {
  const { totalMs, maxBytes, maxRedirects, ports } = { ...usual, ...limits }
  let agent: Agent | undefined
  /** Loaded late: a hundred modules, which most letters do not need. */
  async function client() {
    const { Agent, request } = await import('undici')
    agent ??= new Agent({
      connect: { timeout: totalMs, lookup: publicOnly(network) },
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
      maxHeaderSize: 16_384,
    })
    return { request, dispatcher: agent }
  }

  async function get(address: string, redirects: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const url = permitted(address, ports)
    if (!url) return undefined
    const { request, dispatcher } = await client()
    const answer = await request(url.href, {
      dispatcher,
      signal,
      headers: { accept: 'image/png, image/jpeg, image/webp, image/avif, image/gif' },
    })
    const { location } = answer.headers
    if (answer.statusCode === 200) return readPicture(answer.body, maxBytes)
    await answer.body.dump({ limit: 16_384 })
    const further = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
    const next = further && redirects > 0 ? URL.parse(location, url.href) : undefined
    return next ? get(next.href, redirects - 1, signal) : undefined
  }

  return async (address) => {
    try {
      return await get(address, maxRedirects, AbortSignal.timeout(totalMs))
    } catch {
      return undefined
    }
  }
}

function permitted(address: string, ports: number[]): URL | undefined {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return ports.includes(port) && isPublicHost(url) ? url : undefined
}

async function readPicture(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxBytes) return undefined // leaving the loop closes the connection
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return bytes.subarray(0, 8).equals(png) || bytes.subarray(0, 3).equals(jpeg) ? bytes : undefined
}

/** DNS, and the routing of checked addresses: tests route public ones to their own machine. */
export type Network = { lookup: LookupFunction; route: (address: string) => string }

export const internet: Network = { lookup: systemLookup as LookupFunction, route: (address) => address }

/** A numeric host has no DNS lookup, so it is checked here. WHATWG URLs have already turned 0x7f.1 into 127.0.0.1. */
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
