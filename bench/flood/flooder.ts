/** node bench/flood/flooder.ts <flood> <address of the server>: calls it as a crowd without accounts does, until it is killed. */
import { connect } from 'node:net'
import sharp from 'sharp'
import { joinAddress } from '@lacre/letter/address/join.ts'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/samples.ts'

const [flood = '', address = ''] = process.argv.slice(2)
const megabyte = 1024 * 1024
let calls = 0
/** Each call from another network, as behind a proxy. */
const network = () => `10.${++calls % 200}.${(calls >> 8) % 250}.7`

async function call(path: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network() }
  const reply = await fetch(new URL(path, address), { method: 'POST', headers, body })
  await reply.arrayBuffer()
  return reply.status
}
const preview = (content: string) =>
  JSON.stringify({ content, origin: joinAddress(sampleSender), destination: joinAddress(sampleRecipient) })

const floods: Record<string, { atOnce: number; start(): Promise<() => Promise<unknown>> }> = {
  'bad bodies': {
    atOnce: 16,
    async start() {
      const bodies = ['<b></b>', '<p a=1 b=2>', '%41', '&amp;'].map((part) =>
        preview(part.repeat((5 * megabyte) / part.length)),
      )
      return () => call('/letters/preview', bodies[calls % bodies.length]!)
    },
  },
  'slow bodies': { atOnce: 100, start: async () => stalledBody },
  'heavy pictures': {
    atOnce: 16,
    async start() {
      const create = { width: 10_000, height: 6000, channels: 3, background: '#a33' } as const
      const picture = (await sharp({ create }).png().toBuffer()).toString('base64')
      const body = preview(`<p>foto</p><img src="data:image/png;base64,${picture}">`)
      return () => call('/letters/preview', body)
    },
  },
  logins: {
    atOnce: 16,
    start: async () => () =>
      call('/auth/login', JSON.stringify({ email: `x${calls}@ejemplo.test`, password: 'no es la buena' })),
  },
}

/** Five of six megabytes, and then nothing. */
const stalledBody = () =>
  new Promise<void>((closed) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).on('close', () => closed())
    socket.write(
      `POST /letters/preview HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        `x-forwarded-for: ${network()}\r\ncontent-length: ${6 * megabyte}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(5 * megabyte, ' '))
  })

const { atOnce, ...chosen } = floods[flood]!
const once = await chosen.start()
async function keepCalling() {
  for (;;) await once().catch(() => undefined)
}
for (let at = 0; at < atOnce; at++) void keepCalling()
process.send?.('flooding')
