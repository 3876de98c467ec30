import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPictureFetcher } from './pictures.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(100)])

/** Stands both for the app's own server, which no picture may reach, and for the public site at `publicAddress`. */
let server: Server
let port = 0
let hits: string[] = []
const sites: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/photo.png': (response) => response.end(png),
  '/photo.jpg': (response) => response.end(jpeg),
  '/page.html': (response) => response.end('<html>'),
  '/drawing.svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/missing.png': (response) => response.writeHead(404).end(png),
  '/big.png': (response) => response.end(Buffer.concat([png, Buffer.alloc(5000)])),
  '/endless.png': (response) => {
    const more = () => {
      while (response.write(Buffer.concat([png, Buffer.alloc(1000)])));
      response.once('drain', more)
    }
    more()
  },
  '/drip.png': (response) => {
    response.write(png)
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  },
  '/silent.png': () => undefined,
  '/loop.png': (response) => response.writeHead(302, { location: '/loop.png' }).end(),
  '/torn.png': (response) => {
    response.writeHead(200, { 'content-length': '5000' })
    response.write(png)
    setImmediate(() => response.destroy())
  },
}

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(`${request.headers.host}${request.url}`)
    const url = new URL(request.url ?? '/', 'http://site')
    const to = url.searchParams.get('to')
    if (to) response.writeHead(302, { location: to }).end()
    else (sites[url.pathname] ?? ((reply: ServerResponse) => reply.end(png)))(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  hits = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { totalMs: 2000, maxBytes: 4000, maxRedirects: 3 }
type Answer = { address: string; family: number }
const v4 = (address: string): Answer => ({ address, family: 4 })

/** Answers like the name server, from a table; a name's answers may change from one question to the next. */
const names =
  (table: Record<string, Answer[][]>): LookupFunction =>
  (host, _, answer) => {
    const answers = table[host]
    const now = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    if (now) answer(null, now)
    else answer(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
  }

const publicAddress = '93.184.215.14'
const route = (address: string) => (address === publicAddress ? '127.0.0.1' : address)
const fetching = (
  table: Record<string, Answer[][]> = { 'site.example': [[v4(publicAddress)]] },
  totalMs = limits.totalMs,
) => createPictureFetcher({ ...limits, totalMs, ports: [port] }, { lookup: names(table), route })

test.each([
  'http://127.0.0.1',
  'http://127.1',
  'http://0',
  'http://2130706433',
  'http://0177.0.0.1',
  'http://0x7f.1',
  'http://①②⑦.⓪.⓪.①',
  'http://169.254.169.254',
  'http://10.0.0.5',
  'http://100.64.0.1',
  'http://192.168.1.1',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[fd00::1]',
  'http://[fe80::1]',
  'http://[2002:7f00:1::]',
])('an address of our own app is not visited: %s', async (host) => {
  expect(await fetching()(`${host}:${port}/photo.png`)).toBeUndefined()
  expect(hits).toEqual([])
})

test.each(['localhost', 'LOCALHOST', 'ⓛocalhost'])(
  'nor by its name in the real name server: %s',
  async (host) => {
    const fetchPicture = createPictureFetcher({ ...limits, ports: [port] })
    expect(await fetchPicture(`http://${host}:${port}/photo.png`)).toBeUndefined()
    expect(hits).toEqual([])
  },
)

test.each<[string, Answer[]]>([
  ['a private address', [v4('10.0.0.5')]],
  ['our own', [v4('127.0.0.1')]],
  ['a public and a private one', [v4(publicAddress), v4('127.0.0.1')]],
  ['ours dressed as IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['no address', []],
  ['nonsense', [v4('not an address')]],
])('a name that leads to %s is not visited', async (_, answer) => {
  expect(
    await fetching({ 'evil.example': [answer] })(`http://evil.example:${port}/photo.png`),
  ).toBeUndefined()
  expect(hits).toEqual([])
})

test.each([
  ['another port', 'http://site.example:22/a.png'],
  ['credentials', 'http://user:pass@site.example/a.png'],
  ['a file', 'file:///etc/passwd'],
  ['gopher', 'gopher://site.example/a.png'],
  ['ftp', 'ftp://site.example/a.png'],
  ['data', 'data:image/png;base64,iVBORw0KGgo='],
  ['no address at all', 'a.png'],
  ['an empty one', ''],
])('%s is not followed, the name is not even asked for', async (_, address) => {
  const asked: string[] = []
  const lookup: LookupFunction = (host, _, answer) => {
    asked.push(host)
    answer(null, [v4('127.0.0.1')])
  }
  expect(await createPictureFetcher(limits, { lookup, route })(address)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['png', '/photo.png', png],
  ['jpeg', '/photo.jpg', jpeg],
  ['a picture behind redirects', `/?to=${encodeURIComponent('/?to=/photo.png')}`, png],
])('a public %s is fetched', async (_, path, bytes) => {
  expect(await fetching(undefined, 60_000)(`http://site.example:${port}${path}`)).toEqual(bytes)
})

test.each([
  '/page.html',
  '/drawing.svg',
  '/missing.png',
  '/big.png',
  '/endless.png',
  '/drip.png',
  '/silent.png',
  '/loop.png',
  '/torn.png',
])('a public site that misbehaves gives no picture and no error: %s', async (path) => {
  expect(await fetching()(`http://site.example:${port}${path}`)).toBeUndefined()
  expect(hits.length).toBeLessThanOrEqual(1 + limits.maxRedirects)
})

test.each([
  'http://127.0.0.1:PORT/photo.png',
  '//[::1]:PORT/photo.png',
  'http://inside.example:PORT/photo.png',
  'http://site.example:22/photo.png',
  'http://user@site.example:PORT/photo.png',
  'file:///etc/passwd',
  'http://',
])('a redirect may not lead where the address itself may not: %s', async (target) => {
  const to = encodeURIComponent(target.replace('PORT', `${port}`))
  const fetchPicture = fetching({
    'site.example': [[v4(publicAddress)]],
    'inside.example': [[v4('127.0.0.1')]],
  })
  expect(await fetchPicture(`http://site.example:${port}/?to=${to}`)).toBeUndefined()
  expect(hits).toHaveLength(1)
})

test('a name that changes its answer after the check is checked again', async () => {
  const fetchPicture = fetching({ 'site.example': [[v4(publicAddress)], [v4('127.0.0.1')]] })
  expect(await fetchPicture(`http://site.example:${port}/torn.png`)).toBeUndefined()
  expect(await fetchPicture(`http://site.example:${port}/photo.png`)).toBeUndefined()
  expect(hits).toHaveLength(1)
})
