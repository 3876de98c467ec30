// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const advisory = { id: 1, url: 'https://example.org', title: 'x', severity: 'high', vulnerable_versions: '*' }

/** A registry that answers the question for advisories so, or one that is not there. */
async function audit(answer?: { status: number; body: object }) {
  const registry = createServer((request, reply) => {
    request.resume().on('end', () => {
      const isAsked = request.url?.endsWith('/advisories/bulk')
      reply.writeHead(isAsked ? (answer?.status ?? 500) : 404, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(isAsked ? answer?.body : {}))
    })
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const close = () => registry.close()
  if (answer) onTestFinished(() => void close())
  else close()
  const options = ['--registry', `http://127.0.0.1:${port}/`, '--fetch-retries', '0']
  const child = spawn(process.execPath, ['tools/audit.ts', ...options])
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: (await said).join('') }
}

test.each([
  ['nothing known', { status: 200, body: {} }, 0, 'Nothing is known'],
  ['a finding', { status: 200, body: { zod: [advisory] } }, 1, 'high: zod'],
  ['a registry that does not know the question', { status: 405, body: {} }, 2, 'No registry answered'],
  ['no registry', undefined, 2, 'No registry answered'],
])(
  'npm run audit with %s',
  async (_what, answer, code, sentence) => {
    const ran = await audit(answer)
    expect(ran).toMatchObject({ code })
    expect(ran.said).toContain(sentence)
  },
  60_000,
)
