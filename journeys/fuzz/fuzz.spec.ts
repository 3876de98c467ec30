import { expect, test } from '../person/journey.ts'
import { freezeLetter, payLetter, tokenOf } from '../person/paid-letter.ts'
import { operatorTokenOf } from '../print-room/in-the-print-room.ts'
import fc from 'fast-check'
import { likelyFields, requestsOf, type Request } from './requests.ts'
import { offSchema, readCalls } from './described-calls.ts'

/** `FUZZ_REQUESTS=20000`: the long run; `FUZZ_SEED`: the same one again. */
const { FUZZ_REQUESTS, FUZZ_SEED } = process.env
const requests = Number(FUZZ_REQUESTS ?? 400)
const seed = Number(FUZZ_SEED ?? Math.floor(performance.timeOrigin % 1e9))
const together = 8
const hangs = 30_000

test.use({ serverName: 'fuzz' })

test('every call answers as it is described, whatever it is sent and by whom', async ({ server }) => {
  test.setTimeout(requests * 500 + 300_000)
  let people = 0
  let callers = 0
  const tokens = {
    person: await tokenOf(server, 'ana0@ejemplo.test'),
    operator: await operatorTokenOf(server, 'olga@ejemplo.test'),
  }
  const letters = [
    await freezeLetter(server, tokens.person),
    await payLetter(server, tokens.person),
    await payLetter(server, tokens.operator),
  ]
  const ids = [...letters.map(({ id }) => id), crypto.randomUUID(), 'ninguna']
  const likely = { ...likelyFields, id: ids, letter_id: ids, batch: ['1', 'B0001', '99'] }
  const calls = await readCalls(server.url, tokens.operator)
  expect(calls.filter(({ path }) => path.startsWith('/print-room/')).length).toBeGreaterThan(10)

  const seen = new Map<string, number>()
  const made = new Set<string>()
  async function send({ call, who, path, type, body }: Request) {
    const callerNumber = ++callers
    const caller = `10.${(callerNumber >> 16) & 255}.${(callerNumber >> 8) & 255}.${callerNumber & 255}`
    const response = await fetch(server.url + path, {
      method: call.method.toUpperCase(),
      headers: {
        'x-forwarded-for': caller,
        ...(who !== 'anonymous' && { authorization: `Bearer ${tokens[who]}` }),
        ...(type && { 'content-type': type }),
      },
      body: call.method === 'get' ? null : (body ?? null),
      redirect: 'manual',
      signal: AbortSignal.timeout(hangs),
    })
    const text = await response.text()
    const { status } = response
    seen.set(`${status}`, (seen.get(`${status}`) ?? 0) + 1)
    made.add(`${call.method} ${call.path}`)
    const off =
      status >= 500 ? text : offSchema(call, status, response.headers.get('content-type') ?? '', text)
    if (off)
      throw new Error(
        `${who}: ${call.method} ${path.slice(0, 200)} ${body?.slice(0, 2_000)} answered ${status}: ${off}`,
      )
    return { who, status }
  }

  const several = fc.array(requestsOf(calls, likely), { minLength: together, maxLength: together })
  await fc.assert(
    fc.asyncProperty(several, async (batch) => {
      const answers = await Promise.all(batch.map(send))
      // Some calls end the session, or the account.
      const isOut = (one: string) => answers.some(({ who, status }) => who === one && status === 401)
      if (isOut('person')) tokens.person = await tokenOf(server, `ana${++people}@ejemplo.test`)
    }),
    { numRuns: Math.ceil(requests / together), seed, endOnFailure: true },
  )
  console.log(`${requests} requests, seed ${seed}: ${JSON.stringify(Object.fromEntries(seen))}`)
  if (requests >= 5_000) expect(made.size).toBe(calls.length)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.printed()).not.toContain('request failed')
})
