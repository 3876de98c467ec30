import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { Refused } from '../api.ts'
import type { KeptRecipient } from '../drafts/kept-addresses.ts'
import { stubStorage } from '../drafts/testing/stub-storage.ts'
import { send, type SendDeps } from './send.ts'
import { preparedLetter as letter } from './testing/prepared-letter.ts'

const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
let entries: Record<string, string>
beforeEach(() => {
  entries = stubStorage({ token: 't' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})
/** A server that accepts every letter and payment. */
const sendDeps = (changes: Partial<SendDeps> = {}) => ({
  createLetter: vi.fn<SendDeps['createLetter']>(() => Promise.resolve({ ok: true, body: letter })),
  createIntent: vi.fn<SendDeps['createIntent']>(() =>
    Promise.resolve({ ok: true, body: { clientSecret: 's' } }),
  ),
  copyOf: vi.fn<SendDeps['copyOf']>(() => Promise.resolve(undefined)),
  onPrepared: vi.fn(),
  isStopped: () => false,
  ...changes,
})
const refusing = (refused: Omit<Refused, 'ok'>) => () => Promise.resolve({ ok: false as const, ...refused })
const pending = () => JSON.parse(entries.pendingLetter ?? 'null') as unknown

describe('Enviar (specification, section 4)', () => {
  test('without a token letter and addresses are stored as pending, without a call', async () => {
    delete entries.token
    const deps = sendDeps()
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({ is: 'signed-out', because: 'no-token' })
    expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    expect(deps.createLetter).not.toHaveBeenCalled()
  })

  test('with one: the letter with its joined and its structured addresses, the intent, the pending letter gone', async () => {
    entries.pendingLetter = JSON.stringify({ content: '<p>a</p>', ...addresses })
    const deps = sendDeps()
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({
      is: 'payable',
      letters: [{ letter, recipient: sampleRecipient, sender: sampleSender }],
      clientSecret: 's',
    })
    expect(deps.createLetter).toHaveBeenCalledWith({
      content: '<p>a</p>',
      origin: 'Lucía Romero Vega, Calle Armengual de la Mota, 12, 3.º B, Málaga, 29007, España',
      destination: 'Antonio Pérez Molina, Calle de la Princesa, 25, 4.º A, Madrid, 28008, España',
      ...addresses,
    })
    expect(deps.createIntent).toHaveBeenCalledWith('l1', undefined)
    expect(entries).toEqual({ token: 't', letterContent: '<p>a</p>' })
  })
})

test('a letter of a former order is paid alone when shown alone (design/money.md#price-shown-is-charged)', async () => {
  const createIntent = vi.fn<SendDeps['createIntent']>((_id, letters) =>
    Promise.resolve({
      ok: true,
      body: letters ? { clientSecret: 'alone', total: 329 } : { clientSecret: 'of both', total: 658 },
    }),
  )
  expect(await send(sendDeps({ createIntent }), '<p>a</p>', addresses)).toMatchObject({
    clientSecret: 'alone',
  })
  expect(createIntent.mock.calls).toEqual([
    ['l1', undefined],
    ['l1', ['l1']],
  ])
})

describe.each(['createLetter', 'createIntent'] as const)('%s fails', (call) => {
  const alert = {
    createLetter: 'Error processing payment: Failed to create letter',
    createIntent: 'Error processing payment: Failed to create payment intent',
  }[call]

  test.each([
    [{ status: 422, detail: 'La carta está vacía.' }, 'La carta está vacía.'],
    [
      { status: 502 },
      'El servidor no puede atenderle ahora. Su carta sigue guardada aquí; inténtelo de nuevo en un momento.',
    ],
  ])(
    '[8.9, 8.10] the alert of section 8 beside a sentence, the server’s where it has one, for %j; a pending letter stays',
    async (refused, detail) => {
      entries.pendingLetter = JSON.stringify({ content: '<p>a</p>', ...addresses })
      const sent = await send(sendDeps({ [call]: refusing(refused) }), '<p>a</p>', addresses)
      expect(sent).toEqual({ is: 'failed', alert, detail })
      expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    },
  )

  test('a lost connection is explained in Spanish', async () => {
    const sent = await send(sendDeps({ [call]: refusing({ status: 0 }) }), '', addresses)
    expect(sent).toMatchObject({ is: 'failed', alert, detail: expect.stringContaining('No hay conexión') })
  })

  test('[4.2, 6.2] 401 counts as no token: pending stored, token dropped (design/sending.md#expired-session)', async () => {
    const deps = sendDeps({ [call]: refusing({ status: 401, detail: 'x' }) })
    expect(await send(deps, '<p>a</p>', addresses)).toEqual({ is: 'signed-out', because: 'session-expired' })
    expect(pending()).toEqual({ content: '<p>a</p>', ...addresses })
    expect(entries.token).toBeUndefined()
  })

  test('no text of the letter is logged', async () => {
    await send(
      sendDeps({ [call]: refusing({ status: 500, detail: 'detalle' }) }),
      '<p>secreto</p>',
      addresses,
    )
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/secreto|Princesa|detalle/)
  })
})

describe('to several people (design/sending.md#several-recipients)', () => {
  const people = ['Ana', 'Eva', 'Luis'].map((name) => ({ ...sampleRecipient, name }))
  const [ana, ...others] = people
  const toAll = { ...addresses, destinationAddress: ana! }
  const nameOf = ({ destinationAddress }: Parameters<SendDeps['createLetter']>[0]) => destinationAddress?.name
  const answering = (refusals: Record<string, Omit<Refused, 'ok'>>) =>
    vi.fn<SendDeps['createLetter']>((body) => {
      const refused = refusals[nameOf(body) ?? '']
      return Promise.resolve(
        refused ? { ok: false, ...refused } : { ok: true, body: { ...letter, id: `to-${nameOf(body)}` } },
      )
    })

  test('each gets a letter, one after the other, and one intent pays all', async () => {
    const deps = sendDeps({ createLetter: answering({}) })
    expect(await send(deps, '<p>a</p>', toAll, others)).toMatchObject({
      is: 'payable',
      letters: people.map((recipient) => ({ letter: { id: `to-${recipient.name}` }, recipient })),
    })
    expect(vi.mocked(deps.onPrepared).mock.calls).toEqual([[1], [2], [3]])
    expect(vi.mocked(deps.createIntent).mock.calls).toEqual([['to-Ana', ['to-Ana', 'to-Eva', 'to-Luis']]])
  })

  test('the greetings are passed on where the letter uses them (design/sending.md#several-recipients)', async () => {
    const greetings = async (text: string) => {
      const sent = await send(sendDeps(), text, toAll, others)
      return sent.is === 'payable' && sent.letters.map(({ greets }) => greets)
    }
    expect(await greetings('<p>{sal<b>udo</b>}:</p>')).toEqual([true, true, true])
    expect(await greetings('<p>a</p>')).toEqual(people.map(() => undefined))
  })

  test('a refused recipient is named and does not stop the others, and nothing is paid', async () => {
    const deps = sendDeps({ createLetter: answering({ Eva: { status: 422, detail: 'No cabe.' } }) })
    expect(await send(deps, '<p>a</p>', toAll, others)).toEqual({
      is: 'refused',
      refused: [{ recipient: people[1], detail: 'No cabe.' }],
    })
    expect(deps.createLetter).toHaveBeenCalledTimes(3)
    expect(deps.createIntent).not.toHaveBeenCalled()
  })

  test('a reason common to all is given once', async () => {
    const empty = { status: 422, detail: 'La carta está vacía.', code: 'empty-letter' }
    const deps = sendDeps({ createLetter: answering({ Ana: empty, Eva: empty, Luis: empty }) })
    expect(await send(deps, '', toAll, others)).toMatchObject({ is: 'failed', code: 'empty-letter' })
  })

  test.each([0, 429, 500])('%i ends it, and nothing is paid', async (status) => {
    const deps = sendDeps({ createLetter: answering({ Eva: { status } }) })
    expect(await send(deps, '<p>a</p>', toAll, others)).toMatchObject({ is: 'failed' })
    expect(deps.createLetter).toHaveBeenCalledTimes(2)
    expect(deps.createIntent).not.toHaveBeenCalled()
  })

  test('401 halfway: the letter is stored as pending', async () => {
    const deps = sendDeps({ createLetter: answering({ Eva: { status: 401 } }) })
    expect(await send(deps, '<p>a</p>', toAll, others)).toEqual({
      is: 'signed-out',
      because: 'session-expired',
    })
    expect(pending()).toEqual({ content: '<p>a</p>', ...toAll })
  })

  test('stopped: no further letter is prepared, and nothing is paid', async () => {
    const deps = sendDeps({ createLetter: answering({}) })
    const stopping = { ...deps, isStopped: () => vi.mocked(deps.onPrepared).mock.calls.length === 2 }
    expect(await send(stopping, '<p>a</p>', toAll, others)).toEqual({ is: 'stopped' })
    expect(deps.createLetter).toHaveBeenCalledTimes(2)
    expect(deps.createIntent).not.toHaveBeenCalled()
  })

  test('stopped during the last letter or the intent: no payment opens', async () => {
    const deps = sendDeps({ createLetter: answering({}) })
    const atTheLast = { ...deps, isStopped: () => vi.mocked(deps.onPrepared).mock.calls.length === 3 }
    expect(await send(atTheLast, '<p>a</p>', toAll, others)).toEqual({ is: 'stopped' })
    expect(deps.createIntent).not.toHaveBeenCalled()

    const again = sendDeps({ createLetter: answering({}) })
    const atThePayment = { ...again, isStopped: () => vi.mocked(again.createIntent).mock.calls.length > 0 }
    expect(await send(atThePayment, '<p>a</p>', toAll, others)).toEqual({ is: 'stopped' })
  })

  test('all have looks and day of the moment of the press', async () => {
    const createLetter = answering({})
    const onPrepared = () => {
      entries.letterStyle = 'libro'
      entries.letterDay = '9999-12-31'
    }
    await send(sendDeps({ createLetter, onPrepared }), '<p>a</p>', toAll, others)
    expect(createLetter.mock.calls.map(([{ style, postOn }]) => style ?? postOn)).toEqual(
      Array(3).fill(undefined),
    )
  })

  test('the pasted row is not sent, only its address', async () => {
    const createLetter = answering({})
    const pasted: KeptRecipient = { ...others[0]!, written: 'Eva · 600 000 000' }
    await send(sendDeps({ createLetter }), '<p>a</p>', toAll, [pasted])
    expect(JSON.stringify(createLetter.mock.calls)).not.toContain('600')
  })
})

describe('to several people, photos travel once (design/sending.md#photos-once)', () => {
  test('with a copy in the account thirty letters upload four photos once', async () => {
    const photo = `<img src="data:image/jpeg;base64,${'A'.repeat(800_000)}">`
    const text = `<p>Hola</p>${photo.repeat(4)}`
    const thirty = Array<typeof sampleRecipient>(29).fill(sampleRecipient)
    const bytes = async (changes: Partial<SendDeps>) => {
      const createLetter = vi.fn<SendDeps['createLetter']>(() => Promise.resolve({ ok: true, body: letter }))
      await send(sendDeps({ createLetter, ...changes }), text, addresses, thirty)
      return createLetter.mock.calls.reduce((sum, [body]) => sum + JSON.stringify(body).length, 0)
    }
    expect(await bytes({})).toBeGreaterThan(96_000_000)
    const draft = { id: 'd', sha256: 'a hash' }
    expect(await bytes({ copyOf: () => Promise.resolve(draft) })).toBeLessThan(30_000)
    const copyOf = vi.fn<SendDeps['copyOf']>().mockResolvedValue(draft).mockResolvedValueOnce(undefined)
    expect(await bytes({ copyOf })).toBeLessThan(3_300_000)
  })

  test('with an outdated copy the letter is sent whole; to one recipient always', async () => {
    const copyOf = () => Promise.resolve({ id: 'd', sha256: 'a hash' })
    async function sent(status: number, code: string, more = [sampleRecipient]) {
      const answer = { ok: false, status, code } as const
      const createLetter = vi.fn<SendDeps['createLetter']>(async (body) =>
        body.draft ? answer : { ok: true, body: letter },
      )
      await send(sendDeps({ createLetter, copyOf }), '<p>a</p>', addresses, more)
      return createLetter.mock.calls.map(([{ content }]) => content)
    }
    expect(await sent(409, 'draft-changed')).toEqual(['', '<p>a</p>', '', '<p>a</p>'])
    expect(await sent(422, 'empty-letter')).toEqual(['', '<p>a</p>', '', '<p>a</p>'])
    expect(await sent(409, 'draft-changed', [])).toEqual(['<p>a</p>'])
  })
})
