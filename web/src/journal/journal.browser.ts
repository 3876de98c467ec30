import { minutes } from '@lacre/letter/days.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { journalName, openJournal, type Journal } from './journal.ts'

let journal: Journal
beforeEach(async () => {
  journal = await openJournal()
})
afterEach(() => journal.close())

const texts = async () => (await journal.versions()).map(({ html, because }) => [html, because])
const picture = (letter: string) => `data:image/jpeg;base64,${letter.repeat(4000)}`
const keptPictures = () =>
  new Promise<number>((done) => {
    const opening = indexedDB.open(journalName)
    opening.addEventListener('success', () => {
      const count = opening.result.transaction('pictures').objectStore('pictures').count()
      count.addEventListener('success', () => {
        opening.result.close()
        done(count.result)
      })
    })
  })

describe('versions (design.md#no-word-is-lost)', () => {
  test('the text before a pause is one, the one still being typed is not', async () => {
    const { at } = await journal.record('<p>Hola</p>', minutes(1), undefined)
    const next = await journal.record('<p>Hola, Ana</p>', minutes(1) + 1000, at)
    expect(await journal.versions()).toEqual([])
    await journal.record('<p>Hola, Ana y Luis</p>', minutes(2), next.at)
    expect(await journal.versions()).toMatchObject([
      { html: '<p>Hola, Ana</p>', because: 'pause', at: minutes(1) + 1000 },
    ])
    expect(await journal.current()).toEqual({ html: '<p>Hola, Ana y Luis</p>', at: minutes(2) })
  })

  test('steady writing makes one every three minutes', async () => {
    let base: number | undefined
    for (let second = 0; second <= 600; second += 5)
      base = (await journal.record(`<p>${'a'.repeat(second + 1)}</p>`, second * 1000, base)).at
    expect(await journal.versions()).toHaveLength(3)
  })

  test('the text before most of it goes is one', async () => {
    const whole = `<p>${'una carta larga '.repeat(9)}</p>`
    const { at } = await journal.record(whole, 1000, undefined)
    await journal.record('<p>u</p>', 1100, at)
    expect(await texts()).toEqual([[whole, 'big-change']])
  })

  test('each keeps the looks it had; a text that looks otherwise is another version', async () => {
    const [plain, hand] = [{}, { style: 'a-mano' as const, seal: true }]
    const { at } = await journal.record('<p>Hola</p>', minutes(1), undefined, undefined, plain)
    await journal.record('<p>Hola</p>', minutes(2), at, undefined, hand)
    await journal.addVersion('<p>Hola</p>', 'sending', minutes(3), undefined, hand)
    expect((await journal.versions()).map(({ looks, because }) => [looks, because])).toEqual([
      [hand, 'sending'],
      [plain, 'pause'],
    ])
    expect((await journal.current())?.looks).toEqual(hand)
  })

  test('the last twenty are kept, newest first, and no text twice', async () => {
    for (let n = 0; n < 30; n++) await journal.addVersion(`<p>${n}</p>`, 'pause', n)
    await journal.addVersion('<p>20</p>', 'sending', 99)
    const kept = await journal.versions()
    expect(kept).toHaveLength(20)
    expect(kept.slice(0, 2)).toMatchObject([{ html: '<p>20</p>' }, { html: '<p>29</p>' }])
    expect(new Set(kept.map(({ html }) => html)).size).toBe(20)
  })

  test.each(['', '<p></p>', '<p>&nbsp;<br></p>'])('a blank letter (%j) is none', async (blank) => {
    await journal.addVersion(blank, 'sending', 1)
    await journal.record(blank, 1, undefined)
    await journal.record('<p>a</p>', minutes(1), undefined)
    expect(await journal.versions()).toEqual([])
  })
})

test('two tabs: whoever writes over the other’s text keeps it as a version (design.md#newer-text-wins)', async () => {
  const first = await journal.record('<p>de la primera</p>', 1000, undefined)
  const second = await journal.record('<p>de la segunda</p>', 1000, undefined)
  expect([first.overtook, second.overtook]).toEqual([false, true])
  expect(second.at).toBeGreaterThan(first.at)
  expect(await texts()).toEqual([['<p>de la primera</p>', 'other-tab']])
  const third = await journal.record('<p>de la primera, y más</p>', 1001, first.at)
  expect(third.overtook).toBe(true)
  expect((await texts()).map(([html]) => html)).toEqual(['<p>de la segunda</p>', '<p>de la primera</p>'])
})

describe('pictures (design.md#pictures-kept-once)', () => {
  const letter = `<p>a</p><img src="${picture('A')}" alt="x"><p>b</p><img src="${picture('B')}">`

  test('each is stored once, and every text comes back whole', async () => {
    const { at } = await journal.record(letter, 1000, undefined)
    await journal.addVersion(`${letter}<p>c</p>`, 'sending', 1001)
    await journal.record(`<p>z</p>${letter}`, 1002, at)
    expect(await keptPictures()).toBe(2)
    expect((await journal.current())?.html).toBe(`<p>z</p>${letter}`)
    expect((await texts())[0]).toEqual([`${letter}<p>c</p>`, 'sending'])
  })

  test('one that no text shows any more goes when the next version is made', async () => {
    const { at } = await journal.record(letter, 1000, undefined)
    await journal.record('<p>sin fotos</p>', 1001, at)
    await journal.addVersion('<p>otra</p>', 'sending', 1002)
    expect(await keptPictures()).toBe(0)
  })
})

test('a sent letter becomes a version and the next one begins empty (design.md#success-archives-first)', async () => {
  const letter = `<p>carta</p><img src="${picture('A')}">`
  await journal.record(letter, 1000, undefined)
  await journal.putServerCopy({ id: 'x', version: 3, at: 1 }, 1000)
  await journal.archive(['<p>carta</p>', '<p>pendiente</p>'], 2000)
  expect(await texts()).toEqual([
    ['<p>pendiente</p>', 'sent'],
    [letter, 'sent'],
  ])
  expect([await journal.current(), await journal.serverCopy()]).toEqual([undefined, undefined])
})

test('Borrar borrador leaves no text, no version and no picture', async () => {
  await journal.record(`<img src="${picture('A')}">`, 1000, undefined)
  await journal.addVersion('<p>a</p>', 'sending', 1)
  await journal.forget(0)
  expect([await journal.current(), await journal.versions(), await keptPictures()]).toEqual([
    undefined,
    [],
    0,
  ])
})

test('what was written before an erasure and comes after it can be changed and kept', async () => {
  await journal.forget(2000)
  const { at } = await journal.record('<p>de la cuenta</p>', 1000, undefined)
  expect(await journal.record('<p>de la cuenta, y más</p>', 3000, at)).toEqual({ at: 3000, overtook: false })
  expect(await journal.record('<p>borrada</p>', 3001, 1999)).toMatchObject({ isErased: true })
  expect((await journal.current())?.html).toBe('<p>de la cuenta, y más</p>')
})

test('what was erased stays so after the next letter was sent: a tab that slept brings none of it back', async () => {
  const { at } = await journal.record('<p>borrada</p>', 1000, undefined)
  await journal.forget(2000)
  await journal.record('<p>enviada</p>', 3000, undefined)
  await journal.archive([], 4000)
  expect(await journal.erasedAt()).toBe(2000)
  expect(await journal.record('<p>borrada, y más</p>', 5000, at)).toMatchObject({ isErased: true })
  expect(await journal.current()).toBeUndefined()
})

test('what the account answers about a letter that is erased meanwhile says nothing of the next one', async () => {
  const copy = { id: 'x', version: 2, at: 1 }
  const { at } = await journal.record('<p>borrada</p>', 1000, undefined)
  await journal.putServerCopy({ ...copy, version: 0 }, at)
  await journal.putServerCopy(copy)
  await journal.forget(2000)
  await journal.record('<p>otra</p>', 3000, undefined)
  await expect(journal.putServerCopy(copy)).rejects.toThrow()
  await expect(journal.putServerCopy(copy, at)).rejects.toThrow()
  expect(await journal.serverCopy()).toBeUndefined()
})

test('a full disk is told, and what was there stays (design.md#nothing-lost-on-error)', async () => {
  const { at } = await journal.record('<p>antes</p>', 1000, undefined)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(journal.record('<p>después</p>', 2000, at)).rejects.toThrow()
  vi.restoreAllMocks()
  expect((await journal.current())?.html).toBe('<p>antes</p>')
})
