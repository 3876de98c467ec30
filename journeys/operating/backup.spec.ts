import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openServer, type Server } from '../server/server.ts'
import { freezeLetter, payLetter, tokenOf } from '../person/paid-letter.ts'
import { answerOf, callServer } from '../server/call-server.ts'
import { pdfOf } from '../print-room/in-the-print-room.ts'

let folder: string
const servers: Server[] = []
const open = async (settings: Record<string, string> = {}) => {
  const server = await openServer(settings)
  servers.push(server)
  return server
}
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacre-copies-'))
})
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  rmSync(folder, { recursive: true })
})

const keyOf = (server: Server) => join(server.dataDir, 'letter-key')
const pagesOf = async (server: Server, token: string, id: string) =>
  Buffer.from(await pdfOf(server, { id, token }))
const stateOf = async (server: Server, token: string, id: string) =>
  (await answerOf<{ state: string }>(server, token, `/letters/${id}`)).state
const metricsOf = async (server: Server) =>
  (await callServer(server, 'metrics-of-the-test', '/metrics')).text()
const theBackup = () => {
  const name = readdirSync(folder).find((one) => one.endsWith('.backup'))
  return join(folder, name ?? 'none')
}
/** What an order says when it fails. */
const failing = (server: Server, ...order: string[]): Promise<string> =>
  server.lacre(...order).then(
    () => Promise.reject(new Error(`${order.join(' ')} did not fail`)),
    (error: unknown) => (error as Error).message,
  )

test('a server lost with its disk comes back from a backup and the kept key, beside which nothing was left', async () => {
  const lost = await open({ METRICS_TOKEN: 'metrics-of-the-test' })
  expect(await metricsOf(lost)).toMatch(/^lacre_backup_last_timestamp_seconds 0$/m)
  const token = await tokenOf(lost, 'ana@ejemplo.test')
  const { id } = await payLetter(lost, token)
  const unpaid = await freezeLetter(lost, token, { content: '<p>Otra carta</p>' })
  const pages = await pagesOf(lost, token, id)
  expect(await lost.lacre('backup', '--folder', folder)).toContain('2 cartas, 1 cuenta')
  expect(statSync(theBackup()).mode & 0o777).toBe(0o600)
  expect(await metricsOf(lost)).toMatch(/^lacre_backup_last_timestamp_seconds 1\d+$/m)
  copyFileSync(keyOf(lost), join(folder, 'kept-key'))
  await lost.kill()

  const found = await open()
  await found.kill('SIGTERM')
  const file = theBackup()
  expect(await failing(found, 'restore', folder)).toContain('Eso es una carpeta')
  copyFileSync(join(folder, 'kept-key'), keyOf(found))
  const restored = await found.lacre('restore', file)
  expect(restored).toContain('1 carta pagada espera a una persona: quizá se imprimió después de la copia.')
  expect(restored).toContain('1 carta sin pagar espera a una persona')
  await found.start()
  const again = await tokenOf(found, 'ana@ejemplo.test')
  expect(await stateOf(found, again, id)).toBe('needs-person')
  expect(await stateOf(found, again, unpaid.id)).toBe('needs-person')
  expect((await pagesOf(found, again, id)).equals(pages)).toBe(true)
  expect((await callServer(found, token, `/letters/${id}`)).status).toBe(401) // every session has ended
})

test('restored with --unprinted, a paid letter is printed at once, and only once', async () => {
  const server = await open()
  const token = await tokenOf(server, 'ana@ejemplo.test')
  const { id } = await payLetter(server, token)
  await server.lacre('backup', '--folder', folder)
  const file = theBackup()

  const next = await open()
  await next.kill('SIGTERM')
  copyFileSync(keyOf(server), keyOf(next))
  expect(await next.lacre('restore', file, '--unprinted')).not.toContain('espera')
  await next.start()
  expect(await stateOf(next, await tokenOf(next, 'ana@ejemplo.test'), id)).toBe('paid')
  const noFolder = join(folder, 'copia', 'no')
  writeFileSync(join(folder, 'copia'), '')
  expect(await failing(next, 'batch', '--folder', noFolder)).toContain('no se puede escribir')
  expect(await next.lacre('batch', '--folder', folder)).toContain('1 carta, 1 hoja')
  expect(await next.lacre('batch', '--folder', folder)).toContain('No hay cartas pagadas')
})

test('the key is changed by a new first line: what the old one sealed is read, and needed until it is forgotten', async () => {
  const server = await open()
  const token = await tokenOf(server, 'ana@ejemplo.test')
  const before = await payLetter(server, token)
  const pages = await pagesOf(server, token, before.id)
  const old = readFileSync(keyOf(server), 'utf8')
  await server.kill('SIGTERM')
  writeFileSync(keyOf(server), `${'ab'.repeat(32)}\n${old}`)
  await server.start()
  expect((await pagesOf(server, token, before.id)).equals(pages)).toBe(true)
  const after = await payLetter(server, token, { content: '<p>Otra carta</p>' })
  expect((await pagesOf(server, token, after.id)).subarray(0, 5).toString()).toBe('%PDF-')
  await server.kill('SIGTERM')
  writeFileSync(keyOf(server), `${'ab'.repeat(32)}\n`)
  await expect(server.start()).rejects.toThrow(/sealed with a key that is not at hand \([0-9a-f]{12}\)/)
})
