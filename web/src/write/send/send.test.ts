import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/samples.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { Refused } from '../../api.ts'
import { send, type SendDeps } from './send.ts'
import type { Store } from '../../storage.ts'

const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
const letter: CreatedLetter = {
  id: 'l1',
  pages: 1,
  sheets: 1,
  hash: 'abc',
  total: 329,
  lines: [],
  postOn: null,
  sampleRecipient: true,
  paidBefore: null,
}
let entries: Record<string, string>
let store: Store
beforeEach(() => {
  entries = {}
  store = {
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => void (entries[key] = value),
    removeItem: (key) => void delete entries[key],
  }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})
const world = (changes: Partial<SendDeps> = {}) => ({
  store,
  isSignedIn: () => true,
  dropToken: vi.fn(),
  createLetter: vi.fn<SendDeps['createLetter']>(() => Promise.resolve({ ok: true, body: letter })),
  createIntent: vi.fn<SendDeps['createIntent']>(() =>
    Promise.resolve({ ok: true, body: { clientSecret: 's' } }),
  ),
  ...changes,
})
const refusing = (refused: Omit<Refused, 'ok'>) => () => Promise.resolve({ ok: false as const, ...refused })
const pending = () => JSON.parse(entries.pendingLetter ?? 'null') as unknown

describe('Enviar (specification, section 4)', () => {
  test('without a token the letter and both addresses wait as pending, and nothing is asked of the server', async () => {
    const deps = world({ isSignedIn: () => false })
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({ is: 'signed-out', because: 'no-token' })
    expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    expect(deps.createLetter).not.toHaveBeenCalled()
  })

  test('with one: the letter with its joined and its structured addresses, the intent, the pending letter gone', async () => {
    entries.pendingLetter = JSON.stringify({ content: '<p>a</p>', ...addresses })
    const deps = world()
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({ is: 'payable', letter, clientSecret: 's' })
    expect(deps.createLetter).toHaveBeenCalledWith({
      content: '<p>a</p>',
      origin: 'Lucía Romero Vega, Calle Armengual de la Mota, 12, 3.º B, Málaga, 29007, España',
      destination: 'Antonio Pérez Molina, Calle de la Princesa, 25, 4.º A, Madrid, 28008, España',
      ...addresses,
    })
    expect(deps.createIntent).toHaveBeenCalledWith('l1')
    expect(entries).toEqual({ letterContent: '<p>a</p>' })
  })
})

describe.each(['createLetter', 'createIntent'] as const)('%s fails', (call) => {
  const alert = {
    createLetter: 'Error processing payment: Failed to create letter',
    createIntent: 'Error processing payment: Failed to create payment intent',
  }[call]

  test.each([
    [{ status: 422, detail: 'La carta está vacía.' }, 'La carta está vacía.'],
    [{ status: 500 }, undefined],
  ])(
    'the alert of section 8 beside the server’s detail, for %j; a pending letter stays',
    async (refused, detail) => {
      entries.pendingLetter = JSON.stringify({ content: '<p>a</p>', ...addresses })
      const sent = await send(world({ [call]: refusing(refused) }), '<p>a</p>', addresses)
      expect(sent).toEqual({ is: 'failed', alert, detail })
      expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    },
  )

  test('no network is said in Spanish', async () => {
    const sent = await send(world({ [call]: refusing({ status: 0 }) }), '', addresses)
    expect(sent).toMatchObject({ is: 'failed', alert, detail: expect.stringContaining('No hay conexión') })
  })

  test('401 counts as no token: pending stored, token dropped (design.md#expired-session)', async () => {
    const deps = world({ [call]: refusing({ status: 401, detail: 'x' }) })
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({ is: 'signed-out', because: 'session-expired' })
    expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    expect(deps.dropToken).toHaveBeenCalledOnce()
  })

  test('nothing of the letter is logged', async () => {
    await send(world({ [call]: refusing({ status: 500, detail: 'detalle' }) }), '<p>secreto</p>', addresses)
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/secreto|Princesa|detalle/)
  })
})
