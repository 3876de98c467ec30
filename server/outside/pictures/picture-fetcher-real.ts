import type { Agent } from 'undici'
import { internet, isPublicHost, publicOnly, type Network } from '../public-only.ts'
import type { FetchPicture } from './picture-fetcher.ts'

export type PictureLimits = {
  /** From the address to the last byte, redirects included: a slow drip ends too. */
  totalMs: number
  maxBytes: number
  maxRedirects: number
  ports: number[]
}

const usual: PictureLimits = { totalMs: 8000, maxBytes: 10_000_000, maxRedirects: 3, ports: [80, 443] }
const png = Buffer.from('89504e470d0a1a0a', 'hex')
const jpeg = Buffer.from('ffd8ff', 'hex')

/**
 * Follows an address that somebody wrote into a letter, and never into our own network: every address that a name has must be
 * public, and the connection goes to the very addresses that were checked, so a second, different answer of the name
 * server is of no use. Never throws: whatever is wrong, there is no picture.
 */
export function createPictureFetcher(
  limits: Partial<PictureLimits> = {},
  network: Network = internet,
): FetchPicture {
  const { totalMs, maxBytes, maxRedirects, ports } = { ...usual, ...limits }
  let agent: Agent | undefined
  /** A hundred modules, which most letters do without. */
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
      headers: { accept: 'image/png, image/jpeg' },
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
