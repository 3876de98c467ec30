import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '../server/server.ts'

/** Stands before a server, as a proxy does. After `deploy` a newer build answers, and no file of the older is left. */
export type Front = { url: string; deploy: () => void; close: () => Promise<void> }

const script = /\b([\w.-]+-[\w-]{8})\.js\b/g
const inline = /<script>(.*?)<\/script>/gs
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The same program under other names, as every newer build is: its pages, its files and its service worker. */
const renamed = (text: string) =>
  text.replace(script, '$1.b.js').replace(/(version:\W)([0-9a-f]{12})/, '$1$2b')
const asNewer = (html: string) => renamed(html).replace('<html ', '<html data-build="newer" ')

/** The page's policy names its inline scripts, which name its files. */
function newerPolicy(policy: string, html: string): string {
  const [before, after] = [html, asNewer(html)].map((page) =>
    [...page.matchAll(inline)].map(([, text = '']) => text),
  )
  return (before ?? []).reduce(
    (told, text, at) => told.replace(sha256(text), sha256(after?.[at] ?? '')),
    policy,
  )
}

export async function openFront(behind: Server): Promise<Front> {
  let isNewer = false
  const front = createServer((request, response) => void pass(request, response))

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const asked = request.url ?? '/'
    const isScript = /^\/assets\/.*\.js$/.test(asked)
    if (isNewer && isScript && !asked.endsWith('.b.js')) return response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const given = Object.entries(request.headers).filter(
      ([name]) => !/^(host|connection|accept-encoding|if-none-match|content-length)$/.test(name),
    )
    const answer = await fetch(behind.url + asked.replace(/\.b\.js$/, '.js'), {
      method: request.method ?? 'GET',
      headers: {
        ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
        'accept-encoding': 'identity',
      },
      ...(chunks.length && { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    })
    const headers = new Map(
      [...answer.headers].filter(
        ([name]) => !/^(content-encoding|content-length|connection|transfer-encoding|etag)$/.test(name),
      ),
    )
    let body = Buffer.from(await answer.arrayBuffer())
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    if (isNewer && isPage) {
      const html = body.toString()
      headers.set('content-security-policy', newerPolicy(headers.get('content-security-policy') ?? '', html))
      body = Buffer.from(asNewer(html))
    } else if (isNewer && (isScript || asked === '/service-worker.js'))
      body = Buffer.from(renamed(body.toString()))
    return response.writeHead(answer.status, Object.fromEntries(headers)).end(body)
  }

  await new Promise<void>((listening) => front.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    deploy: () => void (isNewer = true),
    close: () =>
      new Promise((closed) => {
        front.close(() => closed())
        front.closeAllConnections()
      }),
  }
}
