import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** What it did, in its order: its own books. */
export type S3Entry = { did: 'put' | 'get' | 'delete'; key: string; status: number }

/**
 * What becomes of a request: 'before' fails it undone, 'after' does it and says it failed, 'away' and 'cut' break the
 * connection instead, 'silent' never answers.
 */
export type S3Trouble = 'before' | 'after' | 'away' | 'cut' | 'silent'
type Asked = Pick<S3Entry, 'did' | 'key'>

/**
 * An object store over real HTTP that takes no request whose signature (AWS version 4) is not of `secret`, with a ledger
 * of its own. `trouble` decides what becomes of a request, at once or later.
 */
export async function s3StandIn({ bucket = 'letters', id = 'an-id', secret = 'a secret' } = {}) {
  const held = new Map<string, Buffer>()
  const ledger: S3Entry[] = []
  const on = {
    trouble: (_entry: Asked): S3Trouble | undefined | Promise<S3Trouble | undefined> => undefined,
  }
  const server = createServer((request, reply) => {
    void (async () => {
      const body = await buffer(request)
      const end = (status: number, bytes?: Buffer) => reply.writeHead(status).end(bytes)
      if (!isSigned(request, body, { id, secret })) return end(403)
      const [, named, ...rest] = new URL(request.url ?? '', 'http://s3').pathname.split('/')
      if (named !== bucket) return end(404)
      const key = rest.join('/')
      if (!key) return end(200)
      const did = ({ PUT: 'put', GET: 'get', DELETE: 'delete' } as const)[request.method ?? '']
      if (!did) return end(405)
      const trouble = await on.trouble({ did, key })
      if (trouble === 'before') return end(500)
      if (trouble === 'away') return request.socket.destroy()
      const bytes = held.get(key)
      if (did === 'put') held.set(key, body)
      if (did === 'delete') held.delete(key)
      const status = did === 'put' || bytes ? 200 : did === 'delete' ? 204 : 404
      ledger.push({ did, key, status })
      if (trouble === 'silent') return undefined
      if (trouble === 'cut') return request.socket.destroy()
      return trouble ? end(500) : end(status, did === 'get' ? bytes : undefined)
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}/${bucket}`,
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  }
  const account = {
    endpoint: new URL(settings.S3_ENDPOINT),
    region: settings.S3_REGION,
    accessKeyId: id,
    secretAccessKey: secret,
  }
  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { held, ledger, on, settings, account, close }
}

/** AWS signature version 4, worked out from its description, not with the client that signs. */
function isSigned(request: IncomingMessage, body: Buffer, { id, secret }: { id: string; secret: string }) {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const [who, date = '', region = '', service = ''] = scope.split('/')
  const payload = String(request.headers['x-amz-content-sha256'])
  if (who !== id || (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))) return false
  const url = new URL(request.url ?? '', 'http://s3')
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload]
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${date}/${region}/${service}/aws4_request`,
    sha256(canonical.join('\n')),
  ].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}
