import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const pauseMs = 500

/** Proxies the site, and pauses its HTML before this text, as a slow network does. */
export async function serveChunked(site: string, before: string) {
  const server = createServer((asked, answer) => {
    void (async () => {
      const from = await fetch(site + asked.url)
      const type = from.headers.get('content-type') ?? ''
      const body = Buffer.from(await from.arrayBuffer())
      answer.writeHead(from.status, { 'content-type': type })
      if (type.startsWith('text/html')) {
        const at = body.indexOf(before)
        if (at < 0) throw new Error('there is no such text in the page')
        answer.write(body.subarray(0, at))
        await wait(pauseMs)
        answer.end(body.subarray(at))
      } else answer.end(body)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => server.close() }
}
