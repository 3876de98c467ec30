// @module-tag long
import type { Failure, Preview } from '@lacre/letter/calls.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ana, luis, written } from '../testing/factories.ts'
import { openLetters } from '../testing/test-app.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { dataOf, pngOf } from '../typesetting/testing/pictures.ts'

const typesetter = ownTypesetter()

const openApp = async (deps: Parameters<typeof openLetters>[1] = {}) => {
  const app = await openLetters(typesetter, deps)
  const look = (payload: object | string, remoteAddress = '192.0.2.1') =>
    app.fastify.inject({
      method: 'POST',
      url: '/letters/preview',
      headers: { 'content-type': 'application/json' },
      payload,
      remoteAddress,
    })
  return { ...app, look, preview: async (payload: object) => (await look(payload)).json<Preview>() }
}
const pagesOf = ({ paper }: Preview) => readPages(Buffer.from(paper?.pdf ?? '', 'base64'))
const long = (paragraphs: number) =>
  `<p>${'Te escribo esta carta despacio. '.repeat(18)}</p>`.repeat(paragraphs)

test('without an account: pages, sheets, grams, price, the PDF itself, and no cache keeps it', async () => {
  const { look } = await openApp()
  const response = await look(written(long(5)))
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  const preview = response.json<Preview>()
  expect(preview).toMatchObject({ paper: { pages: 2, sheets: 1, grams: 10.5 }, total: 329, problems: [] })
  const [first] = await pagesOf(preview)
  expect(textOf(first)).toContain('LUIS GÓMEZ GRAN VÍA 10 2º B 28013 MADRID')
})

test('nothing of a previewed letter is stored: every table is as it was', async () => {
  const { preview, db } = await openApp()
  const rows = async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
      db,
    )
    const counts = tables.map(async ({ name }) => {
      const counted = await sql<{ n: number }>`select count(*)::int n from ${sql.table(name)}`.execute(db)
      return [name, counted.rows[0]?.n]
    })
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
  }
  const before = await rows()
  expect((await preview(written())).paper?.pages).toBe(1)
  expect(await rows()).toEqual(before)
})

test('more than 120 a minute from one address are refused with 429; another address is served', async () => {
  const { look, limits } = await openApp({
    typesetter: { ...typesetter, preview: () => Promise.resolve({ refused: 'unreadable' }) },
  })
  const broken = 'no JSON: refused, but counted'
  await limits.previews.take('192.0.2.1', 119)
  expect((await look(broken)).statusCode).toBe(400)
  const refused = await look(broken)
  expect(refused.statusCode).toBe(429)
  expect(refused.json<Failure>()).toEqual({
    code: 'too-many-tries',
    detail: 'Demasiadas vistas previas seguidas. Espere unos segundos.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await look(broken, '192.0.2.2')).statusCode).toBe(400)
})

test('a typesetter without a place answers 503 and says so', async () => {
  const { look } = await openApp({
    typesetter: { ...typesetter, preview: () => Promise.resolve({ refused: 'unavailable' }) },
  })
  const response = await look(written())
  expect(response.statusCode).toBe(503)
  expect(response.json<Failure>().detail).toContain('La vista previa está ocupada')
})

test('one address holds three places at most, all addresses twelve; each is given back', async () => {
  const waiting: (() => void)[] = []
  const { look } = await openApp({
    typesetter: {
      ...typesetter,
      preview: () => new Promise((done) => waiting.push(() => done({ paper: null, problems: [] }))),
    },
  })
  const from = (address: string, many: number) => Array.from({ length: many }, () => look(written(), address))
  const first = from('192.0.2.1', 4)
  expect(await Promise.race(first)).toMatchObject({ statusCode: 503 })
  const full = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap((address) => from(address, 3))
  const others = [...full, ...from('192.0.2.5', 1)]
  expect(await Promise.race(others)).toMatchObject({ statusCode: 503 })
  await expect.poll(() => waiting.length).toBe(12)
  for (const finish of waiting.splice(0)) finish()
  const statuses = (await Promise.all([...first, ...others])).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(12)

  const [again] = from('192.0.2.1', 1)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  expect((await again)?.statusCode).toBe(200)
})

test('addresses that are not finished give the page with what there is, and what is missing', async () => {
  const { preview } = await openApp()
  const blank = { ...luis, street: '', postalCode: '' }
  const seen = await preview(written('<p>Hola</p>', { ...ana, city: '' }, blank))
  expect(seen.problems.map(({ code, at }) => [code, at])).toEqual([
    ['sender-incomplete', 'sender'],
    ['recipient-incomplete', 'recipient'],
  ])
  const [first] = await pagesOf(seen)
  expect(textOf(first)).toContain('LUIS GÓMEZ')
  expect(textOf(first)).toContain('Hola')
})

test('too long: all pages are shown, and how many are too many (design/sending.md#printable)', async () => {
  const { preview } = await openApp()
  const seen = await preview(written(long(26)))
  expect(seen.problems).toMatchObject([{ code: 'letter-too-long', at: 'letter' }])
  expect(seen.paper?.pages).toBeGreaterThan(4)
  expect(await pagesOf(seen)).toHaveLength(seen.paper?.pages ?? 0)
})

test('a dark photo as wide as the text shows through, which is a note; no other one does (design/paper.md#photos)', async () => {
  const app = await openApp()
  const { preview } = app
  const flat = async (background: string) => dataOf(await pngOf(background, 640, 480))
  const [dark, light] = [await flat('#222'), await flat('#ccc')]
  const html = `<p><img src="${light}" data-size="entera"><img src="${dark}" data-size="entera"></p>`
  const { problems } = await preview(written(html))
  expect(problems).toEqual([
    {
      code: 'picture-shows-through',
      at: 'letter',
      picture: 2,
      detail: expect.stringContaining('transparentará'),
    },
  ])
  expect(await app.freeze(await app.account(), written(html))).toHaveProperty('id')
  const smaller = await preview(written(html.replaceAll('entera', 'mediana')))
  expect(smaller.problems).toEqual([])
  // How light a colour is to the eye: a blue sky is light without any red, a deep red is dark with much of it.
  const [sky, wine] = [await flat('#00bbee'), await flat('#800000')]
  const coloured = `<p><img src="${sky}" data-size="entera"><img src="${wine}" data-size="entera"></p>`
  const { problems: ofColours } = await preview(written(coloured))
  expect(ofColours.map(({ picture }) => picture)).toEqual([2])
})

test('what will hardly be seen is told by its place, and stands in the way of nothing', async () => {
  const { preview, ...app } = await openApp()
  const glass = sharp({ create: { width: 300, height: 99, channels: 4, background: '#ffffff80' } })
  const [white, small] = [dataOf(await glass.png().toBuffer()), dataOf(await pngOf('#8fb0e0', 200, 150))]
  const html = `<p><span style="color: rgb(250, 250, 210);">Pálido</span></p><p><img src="${white}"></p><p><img src="${small}" data-size="entera"></p>`
  const { problems } = await preview(written(html))
  expect(problems.map(({ code, picture }) => [code, picture])).toEqual([
    ['picture-blank', 1],
    ['picture-small', 2],
    ['text-pale', undefined],
  ])
  expect(await app.freeze(await app.account(), written(html))).toHaveProperty('id')
})

test('a caption is text of the letter: what cannot be printed in it is named, and shown as a box', async () => {
  const { preview } = await openApp()
  const html = `<p>Mira:</p><ul><li><img src="${dataOf(await pngOf('#ccc'))}" data-caption="Ronda ก"></li></ul>`
  const seen = await preview(written(html))
  expect(seen.problems).toEqual([
    expect.objectContaining({ code: 'unprintable-character', at: 'letter', character: 'ก' }),
  ])
  const [page] = await pagesOf(seen)
  expect(textOf(page)).toContain('Ronda □')
})

test('a broken picture and one that stands elsewhere are named; nothing is fetched (design/sending.md#remote-pictures)', async () => {
  const asked: string[] = []
  const { preview } = await openApp({
    fetchPicture(address) {
      asked.push(address)
      return Promise.resolve(undefined)
    },
  })
  const sources = [dataOf(await pngOf('red')), 'data:image/png;base64,AAAA', 'https://a.es/x.png']
  const seen = await preview(written(sources.map((src) => `<p><img src="${src}"></p>`).join('')))
  expect(seen.problems).toMatchObject([
    { code: 'picture-unreadable', at: 'letter', picture: 2 },
    { code: 'picture-remote', at: 'letter', picture: 3 },
  ])
  expect(seen.paper?.pages).toBe(1)
  expect(asked).toEqual([])
})

test('what cannot be read at all has a problem and no pages', async () => {
  const { preview } = await openApp()
  const seen = await preview(written(`<p>${'a'.repeat(100_001)}</p>`))
  expect(seen).toMatchObject({ paper: null, problems: [{ code: 'letter-too-long' }] })
})
