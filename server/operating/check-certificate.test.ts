import { days } from '@lacre/letter/days.ts'
import { X509Certificate } from 'node:crypto'
import { createServer as createTcpServer, type Server } from 'node:net'
import { createSecureContext, createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { portOf } from '../testing/ports.ts'
import { certificate } from '../testing/self-signed.ts'
import { certificateCheck } from './checks.ts'

const until = new X509Certificate(certificate.cert).validToDate

const addressOf = async (server: Server) => new URL(`https://127.0.0.1:${await portOf(server)}`)
function trust() {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}
const look = (publicUrl: URL, now = new Date()) =>
  certificateCheck({ publicUrl, clock: { now: () => now } }).look()
const daysBefore = (left: number) => new Date(until.getTime() - days(left) - 1000)

test.each([
  [21, true, 'caduca dentro de 21 días.'],
  [20, false, 'caduca dentro de 20 días: nadie lo ha renovado (docs/operating.md#certificate).'],
  [0, false, 'caduca hoy: nadie lo ha renovado (docs/operating.md#certificate).'],
  [-1, false, 'ha caducado: los navegadores no entran. Renuévelo (docs/operating.md#certificate).'],
])('%i days before its end: %s, %s', async (left, well, says) => {
  trust()
  const url = await addressOf(createServer(certificate))
  expect(await look(url, daysBefore(left))).toEqual({ well, says })
})

test('one that browsers do not trust', async () => {
  const url = await addressOf(createServer(certificate))
  expect((await look(url)).says).toContain('no se fían de él (DEPTH_ZERO_SELF_SIGNED_CERT)')
})

test('it is asked for by the name in PUBLIC_URL, as servers of several sites want it', async () => {
  const asked: string[] = []
  const url = await addressOf(
    createServer({
      SNICallback(name, show) {
        asked.push(name)
        show(null, createSecureContext(certificate))
      },
    }),
  )
  url.hostname = 'localhost'
  expect((await look(url)).says).toContain('no se fían de él')
  expect(asked).toEqual(['localhost'])
})

test('reports a server that is silent or speaks no TLS; without https there is no check', async () => {
  const says = 'nadie contesta con uno en PUBLIC_URL.'
  expect(await look(new URL('https://127.0.0.1:1'))).toEqual({ well: false, says })
  const speaksNoTls = await addressOf(createTcpServer((socket) => socket.end('220 hola\r\n')))
  expect(await look(speaksNoTls)).toEqual({ well: false, says })
  expect((await look(new URL('http://127.0.0.1:1'))).well).toBe(true)
})
