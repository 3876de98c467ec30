import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  account,
  config,
  createIntent,
  createLetter,
  detailOf,
  keepSignature,
  letterPdf,
  login,
  logout,
  preview,
  readLetter,
} from './api.ts'
import { cancelLetter, invoicePdf, requestInvoice } from './my-letters/calls.ts'
import { deleteAccount, endSession, exportAccount } from './profile/own-data.tsx'
import { dropToken, keepToken, token } from './session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  dropToken()
})

/** A stubbed server, which records the requests. */
function answering(...answers: (Response | Error)[]) {
  const fetch = vi.spyOn(globalThis, 'fetch')
  for (const answer of answers)
    if (answer instanceof Error) fetch.mockRejectedValueOnce(answer)
    else fetch.mockResolvedValueOnce(answer)
  return fetch
}

const letter = { content: '<p>Hola</p>', origin: 'a', destination: 'b' }

test('calls: the bearer token goes with letter calls and not with login (specification, section 7)', async () => {
  keepToken('secreto')
  const fetch = answering(Response.json({ id: '1' }), Response.json({ access_token: 'x' }))
  await createLetter(letter)
  await login({ email: 'a@b.es', password: '12345678' })
  const [first, second] = fetch.mock.calls.map(([, request]) => new Headers(request?.headers))
  expect(first?.get('authorization')).toBe('Bearer secreto')
  expect(second?.get('authorization')).toBeNull()
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/letters/', '/auth/login'])
})

test('calls: a refusal carries status, detail and code', async () => {
  answering(Response.json({ detail: 'La carta está vacía.', code: 'empty-letter' }, { status: 422 }))
  expect(await createLetter(letter)).toEqual({
    ok: false,
    status: 422,
    detail: 'La carta está vacía.',
    code: 'empty-letter',
  })
})

test.each([
  ['90', 90_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('calls: a refusal carries how long to wait (%s)', async (header, retryAfterMs) => {
  answering(Response.json({}, { status: 429, headers: { 'retry-after': header } }))
  expect(await createLetter(letter)).toEqual({ ok: false, status: 429, retryAfterMs })
})

test.each([
  ['no network', new TypeError('Failed to fetch'), { ok: false, status: 0 }],
  ['no JSON in a failure', new Response('<html>', { status: 502 }), { ok: false, status: 502 }],
  [
    'a detail that is no text',
    Response.json({ detail: [{ msg: 'x' }] }, { status: 400 }),
    { ok: false, status: 400 },
  ],
  ['no JSON in a success', new Response('<html>'), { ok: false, status: 0 }],
])('calls: %s is an answer, not an exception', async (_, given, expected) => {
  answering(given)
  expect(await login({ email: 'a@b.es', password: 'x' })).toEqual(expected)
})

test('calls: a server error does not blame the connection', () => {
  expect(detailOf({ ok: false, status: 0 })).toContain('No hay conexión')
  expect(detailOf({ ok: false, status: 0, code: 'slow' })).toContain('El servidor tarda')
  expect(detailOf({ ok: false, status: 502 })).toContain('El servidor no puede atenderle')
})

test('calls: an empty body is accepted where none is needed', async () => {
  answering(new Response(null, { status: 204 }))
  expect(await logout()).toEqual({ ok: true, body: undefined })
})

test('calls: the configuration is fetched once, and again only after a failure', async () => {
  const fetch = answering(new Response('', { status: 503 }), Response.json({ mode: 'sandbox' }))
  expect((await config()).ok).toBe(false)
  expect(await config()).toEqual({ ok: true, body: { mode: 'sandbox' } })
  expect(await config()).toEqual({ ok: true, body: { mode: 'sandbox' } })
  expect(fetch).toHaveBeenCalledTimes(2)
})

describe('calls: time limits', () => {
  /** A server with a delay before its answer and another before the body. */
  function slow(beginsMs: number, bringsMs: number, bytes = 10) {
    vi.useFakeTimers()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const end = new AbortController()
      setTimeout(() => end.abort(), ms)
      return end.signal
    })
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, request) => {
      const isOver = new Promise<never>((_done, fail) =>
        request?.signal?.addEventListener('abort', () => fail(new Error('too late'))),
      )
      isOver.catch(() => undefined)
      const after = (ms: number) => Promise.race([new Promise((done) => setTimeout(done, ms)), isOver])
      await after(beginsMs)
      const answer = Response.json({ id: '1' }, { headers: { 'content-length': String(bytes) } })
      answer.json = () => after(bringsMs).then(() => ({ id: '1' }))
      return answer
    })
  }
  afterEach(() => vi.useRealTimers())
  const isAnswered = async (content: string) => {
    const answer = createLetter({ ...letter, content })
    await vi.runAllTimersAsync()
    return (await answer).ok
  }
  const words = 'a'.repeat(3000)
  const photos = 'a'.repeat(6 * 1024 * 1024)

  test.each([
    ['words are sent in half a minute', words, 29_000, true],
    ['and no longer', words, 31_000, false],
    ['photos take as long as the slowest connection takes that the server bears', photos, 95_000, true],
    ['and no longer', photos, 140_000, false],
  ])('%s', async (_, content, beginsMs, expected) => {
    slow(beginsMs, 0)
    expect(await isAnswered(content)).toBe(expected)
  })

  test.each([
    ['an answer has a time of its own', 20_000, 10, true],
    ['and no longer', 40_000, 10, false],
    ['a long one as long as it takes', 95_000, 6 * 1024 * 1024, true],
    ['and no longer', 140_000, 6 * 1024 * 1024, false],
  ])('%s', async (_, bringsMs, bytes, expected) => {
    slow(20_000, bringsMs, bytes)
    expect(await isAnswered(words)).toBe(expected)
  })

  test.each([
    ['a preview waits a minute for a server that has many', 59_000, { ok: true }],
    ['and then says that the server is slow', 61_000, { ok: false, status: 0, code: 'slow' }],
  ])('%s', async (_, beginsMs, expected) => {
    slow(beginsMs, 0)
    const answer = preview(letter, new AbortController().signal)
    await vi.runAllTimersAsync()
    expect(await answer).toMatchObject(expected)
  })
})

describe('an ended session (design/sending.md#expired-session)', () => {
  const before = location.href
  const ended = () =>
    Promise.resolve(Response.json({ detail: 'Inicie sesión para continuar.' }, { status: 401 }))
  const place = () => location.pathname + location.search
  beforeEach(() => {
    history.replaceState(null, '', '/profile')
    keepToken('viejo')
  })
  afterEach(() => history.replaceState(null, '', before))

  const buyer = { name: 'Ana', nif: '12345678Z', address: 'Calle Mayor 1' }
  test.each<[string, () => Promise<unknown>]>([
    ['cancelling a letter', () => cancelLetter('l1')],
    ['asking for an invoice', () => requestInvoice('l1', buyer)],
    ['downloading an invoice', () => invoicePdf('l1')],
    ['downloading the printed pages', () => letterPdf('l1')],
    ['looking at a letter again', () => readLetter('l1')],
    ['ending another session', () => endSession('s1')],
    ['downloading all data', () => exportAccount()],
    ['erasing the account', () => deleteAccount({ confirmation: 'BORRAR' })],
    ['keeping a signature', () => keepSignature({ colour: 'black', strokes: [] })],
    ['paying from Mis cartas', () => createIntent('l1')],
  ])('%s leads to /login, which says why', async (_, call) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(ended)
    const answered = vi.fn()
    void call().then(answered)
    await expect.poll(place).toBe('/login?motivo=sesion')
    expect([token(), answered.mock.calls]).toEqual([undefined, []])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['Enviar, which keeps the letter first', () => createLetter(letter)],
    ['the payment that follows it', () => createIntent('l1', undefined, { meets401: true })],
    ['logging out', () => logout()],
    ['a menu that looks for the print room', () => account({ meets401: true })],
    ['a wrong password', () => login({ email: 'a@b.es', password: 'x' })],
  ])('%s is answered instead', async (_, call) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(ended)
    expect(await call()).toMatchObject({ ok: false, status: 401 })
    expect([place(), token()]).toEqual(['/profile', 'viejo'])
  })

  test.each<[string, () => void]>([
    ['signs in again meanwhile', () => keepToken('nuevo')],
    ['has gone elsewhere meanwhile', () => history.replaceState(null, '', '/write')],
  ])('a visitor who %s is not redirected', async (_, meanwhile) => {
    const answer = Promise.withResolvers<Response>()
    vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answer.promise)
    const asked = readLetter('l1')
    meanwhile()
    const [placeThen, tokenThen] = [place(), token()]
    answer.resolve(await ended())
    expect(await asked).toMatchObject({ status: 401 })
    expect([place(), token()]).toEqual([placeThen, tokenThen])
  })
})
