/** node bench/flood/flooder.ts <flood> <address of the server>: calls it as a crowd does that has no accounts, or has proven no address, until it is killed. */
import { connect } from 'node:net'
import sharp from 'sharp'
import { joinAddress, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { answer, solve } from '../../server/testing/captcha/solve-challenge.ts'

const [flood = '', address = ''] = process.argv.slice(2)
const megabyte = 1024 * 1024
let calls = 0
/** Each call from another network, as behind a proxy. */
const network = () => `10.${++calls % 200}.${(calls >> 8) % 250}.7`

const headers = () => ({ 'content-type': 'application/json', 'x-forwarded-for': network() })
async function call(path: string, body: string, more: Record<string, string> = {}): Promise<Response> {
  const reply = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { ...headers(), ...more },
    body,
  })
  await reply.clone().arrayBuffer()
  return reply
}
/** A claim on an address that stays unproven. */
async function register(): Promise<string> {
  const challenge = await fetch(new URL('/captcha/challenge', address), { headers: headers() })
  const recaptcha_token = answer(await solve((await challenge.json()) as Parameters<typeof solve>[0]))
  const body = { email: `claim${++calls}@ejemplo.test`, password: 'una clave larga', recaptcha_token }
  const session = await call('/auth/register', JSON.stringify(body))
  return ((await session.json()) as { access_token: string }).access_token
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
  'unproven accounts': {
    atOnce: 16,
    async start() {
      const claims = await Promise.all(Array.from({ length: 20 }, register))
      const letter = '<p>Te escribo con calma, y con <b>muchas</b> palabras.</p>'.repeat(1000)
      return () => {
        const authorization = `Bearer ${claims[calls % claims.length]}`
        return call('/letters/', preview(`<p>${calls}</p>${letter}`), { authorization })
      }
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
