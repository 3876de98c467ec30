// @module-tag long
import type { Failure, LetterDetail } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { dataOf, pngOf } from '../typesetting/testing/pictures.ts'
import { openLetters, openOwnLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'

const typesetter = ownTypesetter()
const [red, blue] = [await pngOf('#c00000', 40, 30), await pngOf('#0000c0', 40, 30)]

const withPictures = (...addresses: string[]) =>
  written(`<p>Mira:</p>${addresses.map((address) => `<p><img src="${address}"></p>`).join('')}`)

/** Answers addresses from memory and counts them, as the real one would the network. */
function memory(pictures: Record<string, Buffer>) {
  const asked: string[] = []
  return {
    asked,
    fetchPicture(address: string) {
      asked.push(address)
      return Promise.resolve(pictures[address])
    },
  }
}

test('a remote picture is brought in once and stands in the stored letter itself (design/sending.md#remote-pictures)', async () => {
  const net = memory({ 'https://a.es/red.png': red })
  const { app, me } = await openOwnLetters(typesetter, net)
  const address = 'https://a.es/red.png'
  const { id } = await app.freeze(me, withPictures(address, address))
  expect(net.asked).toEqual([address])

  const { content } = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  expect(content.match(/<img src="data:image\/png;base64,/g)).toHaveLength(2)
  expect(content).not.toContain('https://a.es')
  const { rawPayload } = await app.get(me, `/letters/${id}/pdf`)
  expect(rawPayload.toString('latin1')).toContain('/Subtype /Image')
})

test('a letter with the same remote pictures is the same letter; with changed ones it is another', async () => {
  const pictures = { 'https://a.es/red.png': red }
  const app = await openLetters(typesetter, memory(pictures))
  const me = await app.account()
  const body = withPictures('https://a.es/red.png')
  const { id } = await app.freeze(me, body)
  expect((await app.freeze(me, body)).id).toBe(id)
  pictures['https://a.es/red.png'] = blue
  expect((await app.freeze(me, body)).id).not.toBe(id)
})

test('a picture that the letter carries is printed, whichever way its address is spelled', async () => {
  const net = memory({})
  const { app, me } = await openOwnLetters(typesetter, net)
  const escaped = `data:image/png;base64,${encodeURIComponent(red.toString('base64'))}`
  const raw = `data:image/png,${red.toString('latin1').replace(/[^]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
  const { id } = await app.freeze(me, withPictures(dataOf(red), escaped, raw))
  expect(net.asked).toEqual([])

  const { content } = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  const printed = [...content.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address)
  expect(printed).toHaveLength(3)
  expect(new Set(printed).size).toBe(1)
})

test('the letter kept can be written again: its own content freezes to the same pages', async () => {
  const app = await openLetters(typesetter, memory({ 'https://a.es/red.png': red }))
  const me = await app.account()
  const { id } = await app.freeze(me, withPictures('https://a.es/red.png'))
  const { content } = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  const again = await app.freeze(me, written(content))
  const kept = (await app.get(me, `/letters/${again.id}`)).json<LetterDetail>().content
  expect(kept).toBe(content)
})

test.each([
  ['picture-unreadable', dataOf(Buffer.from('not a picture'))],
  ['picture-unreadable', dataOf(Buffer.alloc(0))],
  ['picture-unreadable', 'https://a.es/page.html'],
  ['picture-unreachable', 'https://a.es/none.png'],
])('%s names which one it is (design/sending.md#nothing-lost-on-error)', async (code, address) => {
  const net = memory({ 'https://a.es/red.png': red, 'https://a.es/page.html': Buffer.from('<html>') })
  const { app, me } = await openOwnLetters(typesetter, net)
  const response = await app.send(me, withPictures('https://a.es/red.png', dataOf(blue), address))
  expect(response.statusCode).toBe(422)
  expect(response.json<Failure>()).toEqual({ code, detail: expect.stringContaining('la imagen n.º 3') })
})
