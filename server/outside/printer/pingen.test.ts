import { hours } from '@lacre/letter/duration.ts'
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testClock, type TestClock } from '../../testing/test-clock.ts'
import { testPingen, type TestPingen } from '../../testing/test-pingen.ts'
import { pingenPdf } from '../../testing/pingen/a-pdf.ts'
import type { PrintOrder } from './printer.ts'

const reference = '3f1c0a52-4a9e-4d0f-9a7e-0c1f6d1b2e33-a1'
let clock: TestClock
let pingen: TestPingen
let order: PrintOrder

beforeEach(async () => {
  clock = testClock()
  pingen = await testPingen(clock)
  order = { reference, key: `lacre:${reference}`, pdf: await pingenPdf(), pages: 1, postalCode: '28013' }
})

const submit = (change: Partial<PrintOrder> = {}) => pingen.printer.submit({ ...order, ...change })
const lookUp = (id?: string) => pingen.printer.lookUp({ reference, id, since: clock.now() })

/** Their draft, looked at by them. */
async function draft(): Promise<string> {
  const submitted = await submit()
  await pingen.standIn.advance()
  if (submitted.is !== 'unknown' || !submitted.id) throw new Error(submitted.is)
  return submitted.id
}

test('first a draft, compared when they have read it, and only then the word to print: the bytes that were paid (design.md#freeze-before-pay)', async () => {
  const first = await submit()
  expect(first).toMatchObject({ is: 'unknown', because: 'still-checking', retryAfter: 15_000 })
  expect([pingen.count('created'), pingen.count('sent')]).toEqual([1, 0])
  await pingen.standIn.advance()
  await pingen.standIn.advance()
  await pingen.standIn.advance()
  const [letter] = pingen.standIn.letters
  expect(await lookUp(letter?.id)).toMatchObject({ is: 'found', status: 'held', reference })
  expect(pingen.count('sent')).toBe(0)

  expect(await submit({ id: letter?.id })).toEqual({ is: 'accepted', id: letter?.id })
  const sent = pingen.ledger().find(({ did }) => did === 'sent')
  expect(sent?.sha256).toBe(createHash('sha256').update(order.pdf).digest('hex'))
  expect(await submit({ id: letter?.id })).toEqual({ is: 'accepted', id: letter?.id })
  expect([pingen.count('created'), pingen.count('sent')]).toEqual([1, 1])
})

test('one token serves all; it is renewed a minute before it ends, once when it is refused, and never on the way of the file', async () => {
  const asked: string[] = []
  pingen.standIn.faults.call = (call) => void asked.push(call)
  const tokens = () => asked.filter((call) => call === 'token').length
  await Promise.all([submit(), lookUp(), lookUp()])
  expect(tokens()).toBe(1)
  clock.pass(hours(12) - 61_000)
  await lookUp()
  expect(tokens()).toBe(1)
  clock.pass(1000)
  await lookUp()
  expect(tokens()).toBe(2)
  let refusals = 1
  pingen.standIn.faults.call = (call) => {
    asked.push(call)
    return call === 'list' && refusals-- > 0 ? 'token-refused' : undefined
  }
  expect(await lookUp()).toMatchObject({ is: 'found' })
  expect(tokens()).toBe(3)
  pingen.standIn.faults.call = (call) => (call === 'list' ? 'token-refused' : undefined)
  expect(await lookUp()).toEqual({ is: 'unknown', because: 'not-authorised' })
})

test.each([
  ['token', 'broken', 'not-authorised'],
  ['file-upload', 'broken', 'broken'],
  ['file-upload', 'too-many', 'busy'],
  ['file-upload', 'garbled', 'unreadable'],
  ['upload', 'lost-before', 'no-answer'],
  ['upload', 'lost-after', 'no-answer'],
  ['upload', 'slow', 'no-answer'],
  ['create', 'too-many', 'busy'],
] as const)('%s %s: certain that nothing was ordered', async (call, fault, because) => {
  pingen.once(call, fault)
  expect(await submit()).toMatchObject({ is: 'not-taken', because })
  expect(pingen.count('created')).toBe(0)
})

test('429 says how long to wait', async () => {
  pingen.once('file-upload', 'too-many')
  expect(await submit()).toMatchObject({ is: 'not-taken', retryAfter: 1000 })
})

test.each([
  ['lost-before', 0],
  ['broken', 0],
  ['in-flight', 0],
  ['lost-after', 1],
  ['slow', 1],
  ['broken-after', 1],
  ['garbled', 1],
] as const)(
  'the answer to the order %s: unknown, and the look-up tells (design.md#unknown-is-a-state)',
  async (fault, made) => {
    pingen.once('create', fault)
    expect(await submit()).toMatchObject({ is: 'unknown' })
    if (fault === 'slow') await expect.poll(() => pingen.count('created')).toBe(1)
    expect(pingen.count('created')).toBe(made)
    expect((await lookUp()).is).toBe(made ? 'found' : 'absent')
    expect(pingen.count('sent')).toBe(0)
  },
)

test('the same key again makes no second letter while they remember it, and would afterwards', async () => {
  pingen.once('create', 'lost-after')
  await submit()
  clock.pass(pingen.printer.keyLifeMs)
  expect(await submit()).toMatchObject({ is: 'unknown', because: 'still-checking' })
  expect([pingen.count('created'), pingen.count('replayed')]).toEqual([1, 1])
  clock.pass(hours(2))
  await submit()
  expect(pingen.count('created')).toBe(2)
  expect(await lookUp()).toMatchObject({ is: 'found', doubled: true })
})

test('two at once under one key are one letter', async () => {
  const both = await Promise.all([submit(), submit()])
  expect(pingen.count('created')).toBe(1)
  expect(both.map(({ is }) => is)).toEqual(['unknown', 'unknown'])
})

test.each(['lost-before', 'lost-after', 'slow', 'broken-after', 'garbled', 'too-many'] as const)(
  'the word to print %s: unknown but held; carried on, it is printed once',
  async (fault) => {
    const id = await draft()
    pingen.once('send', fault)
    const submitted = await submit({ id })
    if (fault === 'garbled') expect(submitted).toEqual({ is: 'accepted', id })
    else expect(submitted).toMatchObject({ is: 'unknown', id })
    if (fault === 'slow') await expect.poll(() => pingen.count('sent')).toBe(1)
    expect(await submit({ id })).toEqual({ is: 'accepted', id })
    expect(pingen.count('sent')).toBe(1)
  },
)

test.each([
  ['wrong-pages', 'pages-differ'],
  ['address-misread', 'address-differs'],
  ['abroad', 'country-differs'],
] as const)('%s: it is not sent and their draft goes', async (fault, code) => {
  pingen.standIn.faults.letter = () => fault
  const id = await draft()
  expect(await submit({ id })).toEqual({ is: 'rejected', code, id })
  expect([pingen.count('sent'), pingen.count('deleted')]).toEqual([0, 1])
})

test('text where their stamp goes: they stop it themselves', async () => {
  order.pdf = await pingenPdf({ returnLine: 'Rte.: Ana Ruiz' })
  const id = await draft()
  expect(await submit({ id })).toEqual({ is: 'rejected', code: 'action_required', id })
})

test('what is no PDF is rejected by their code, without their sentence', async () => {
  expect(await submit({ pdf: Buffer.from('no pages') })).toEqual({
    is: 'rejected',
    code: 'invalid_pdf_binary_content',
  })
})

test('the look-up reads the whole list back to the first try, and an unfinished list is no absence', async () => {
  await submit()
  const since = clock.now()
  for (let n = 0; n < 120; n++) {
    clock.pass(1000)
    await submit({ reference: `other-${n}`, key: `other-${n}` })
  }
  expect(await pingen.printer.lookUp({ reference, since })).toMatchObject({ is: 'found', reference })
  pingen.once('list', 'garbled')
  expect(await pingen.printer.lookUp({ reference, since })).toMatchObject({ is: 'unknown' })
  pingen.once('list', 'lost-before')
  expect(await pingen.printer.lookUp({ reference, since })).toMatchObject({ is: 'unknown' })
})

test('a list in another order, or without dates, is no proof of absence', async () => {
  const since = clock.now()
  for (const name of ['one', 'two']) {
    clock.pass(hours(1))
    await submit({ reference: name, key: name })
  }
  expect(await pingen.printer.lookUp({ reference, since })).toEqual({ is: 'absent' })
  pingen.standIn.letters.reverse()
  expect(await pingen.printer.lookUp({ reference, since })).toEqual({ is: 'unknown', because: 'unreadable' })
  for (const letter of pingen.standIn.letters) letter.createdAt = new Date(NaN)
  expect(await pingen.printer.lookUp({ reference, since })).toMatchObject({ is: 'unknown' })
})

test('their own id leads to it directly, and one they do not know is absent', async () => {
  const id = await draft()
  expect(await lookUp(id)).toMatchObject({ is: 'found', id })
  expect(await lookUp('00000000-0000-4000-8000-000000000000')).toEqual({ is: 'absent' })
})

test.each(['_simulate_undeliverable', '_simulate_unprintable'])(
  'a file name that asks for it goes another way: %s',
  async (wish) => {
    const wished = { ...order, reference: `${reference}${wish}` }
    const first = await pingen.printer.submit(wished)
    await pingen.standIn.advance()
    const id = 'id' in first ? first.id : undefined
    await pingen.printer.submit({ ...wished, id })
    for (let step = 0; step < 6; step++) await pingen.standIn.advance()
    const status = wish === '_simulate_undeliverable' ? 'returned' : 'failed'
    expect(await lookUp(id)).toMatchObject({ is: 'found', status })
  },
)

test('cancelled: a draft goes, what is sent is called back until the press, later it is too late', async () => {
  const { printer, standIn } = pingen
  const first = await draft()
  expect(await printer.cancel(first)).toBe('cancelled')
  expect(await printer.cancel(first)).toBe('cancelled')
  const second = await (async () => {
    const made = await submit({ key: 'second' })
    await standIn.advance()
    return 'id' in made ? (made.id ?? '') : ''
  })()
  await submit({ id: second })
  pingen.once('cancel', 'lost-before')
  expect(await printer.cancel(second)).toBe('unknown')
  for (let step = 0; step < 3; step++) await standIn.advance()
  expect(await printer.cancel(second)).toBe('too-late')
  expect(pingen.count('cancelled')).toBe(0)
})
