import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portOf } from '../testing/ports.ts'
import { createRecaptcha } from './captcha.ts'

/** The provider's side, played on this machine. */
async function provider(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { hostname = 'lacre.example', timeoutMs = 20_000 } = {},
) {
  const verifyUrl = new URL(`http://127.0.0.1:${await portOf(createServer(answer))}/siteverify`)
  return createRecaptcha({ secretKey: 'our secret', verifyUrl, hostname, timeoutMs })
}
const says = (verdict: object) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict))

test('asks the provider with our secret and the answer, and not with the address of the visitor', async () => {
  let asked = ''
  const recaptcha = await provider((request, response) => {
    void text(request).then((body) => {
      asked = body
      says({ success: true, hostname: 'lacre.example' })(request, response)
    })
  })
  expect(await recaptcha.verify('03AFcWeA')).toBe(true)
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
    secret: 'our secret',
    response: '03AFcWeA',
  })
})

test.each<[object, string]>([
  [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 'used before'],
  [{ success: false, 'error-codes': ['invalid-input-response'] }, 'made up'],
  [{ success: true, hostname: 'elsewhere.example' }, 'won on another site'],
  [{ success: true }, 'of no site'],
  [{ success: true, hostname: 'testkey.google.com' }, 'of the public test key'],
])('%j: an answer %s is refused', async (verdict) => {
  expect(await (await provider(says(verdict))).verify('x')).toBe(false)
})

test('the public test key passes on this machine, where the settings allow it', async () => {
  const verdict = { success: true, hostname: 'testkey.google.com' }
  expect(await (await provider(says(verdict), { hostname: 'localhost' })).verify('x')).toBe(true)
})

test('no answer at all is refused without asking', async () => {
  const recaptcha = await provider(() => expect.unreachable())
  expect(await recaptcha.verify('')).toBe(false)
})

test('a provider that is silent, broken, or refuses our own key is no verdict: it throws', async () => {
  const silent = await provider(() => {}, { timeoutMs: 50 })
  await expect(silent.verify('x')).rejects.toThrow(/timeout/)
  const broken = await provider((_request, response) => void response.writeHead(500).end())
  await expect(broken.verify('x')).rejects.toThrow('siteverify answered 500')
  const ours = await provider(says({ success: false, 'error-codes': ['invalid-input-secret'] }))
  await expect(ours.verify('x')).rejects.toThrow('invalid-input-secret')
  const page = await provider((_request, response) => void response.end('<html>'))
  await expect(page.verify('x')).rejects.toThrow()
})
