import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { joinAddress } from '@lacre/letter/address/address.ts'
import type { Server } from '../server/server.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { operatorTokenOf } from '../print-room/in-the-print-room.ts'
import { recipient } from '../write/write-a-letter.ts'
import { callServer } from '../server/call-server.ts'

/** Everything that is secret begins with it; the rest says what it was. No word of any language or program. */
export const planted = 'mirlozux'
export const letters = 60

/** A signature, and how its strokes stand in whatever writes them as JSON: as secret as the words (design/paper.md#signature). */
const strokes = [[271, 316, 377, 323, 409, 288]]
export const signature = { colour: 'blue', strokes }
export const plantedStrokes = strokes.join()
const ending = { signature, seal: true, replyCode: true }

const addressOf = (side: string, n: number) => ({
  name: `${planted}nombre${side}${n}`,
  street: `Calle ${planted}via${side} ${n}`,
  city: `${planted}villa${side}`,
  state: `${planted}barrio${side}`,
  postalCode: '28013',
  country: 'España',
})

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
    .withExif({ IFD0: { ImageDescription: `${planted}foto`, Artist: `${planted}autora` } })
    .jpeg()
    .toBuffer()

export async function bodyOf(n: number) {
  const [originAddress, destinationAddress] = [addressOf('remite', n), addressOf('destino', n)]
  const image = `data:image/jpeg;base64,${(await picture()).toString('base64')}`
  return {
    content: `<h1>${planted}titulo${n}</h1><p>Querida ${planted}texto${n}: ${'así fue. '.repeat(20)}</p>${
      n % 10 ? '' : `<p><img src="${image}" alt="${planted}alt"></p>`
    }<p><a href="https://example.org/${planted}enlace">aquí</a></p>`,
    origin: joinAddress(originAddress),
    destination: joinAddress(destinationAddress),
    originAddress,
    destinationAddress,
    ...(n % 10 ? {} : ending),
  }
}

export const call = (server: Server, token: string, method: string, path: string, body?: object) =>
  callServer(server, token, path, { method, ...(body && { body }) })

/** Letters of four customers, their drafts and previews, and requests that fail with secret words in them. */
export async function live(server: Server) {
  const tokens: string[] = []
  for (let who = 0; who < 4; who++) tokens.push(await tokenOf(server, `persona${who}@ejemplo.test`))
  const frozen: { id: string; token: string }[] = []
  for (let n = 0; n < letters - 4; n++) {
    const token = tokens[n % 4]!
    const answer = await call(server, token, 'POST', '/letters/', await bodyOf(n))
    expect(answer.status, await answer.clone().text()).toBe(200)
    frozen.push({ id: ((await answer.json()) as { id: string }).id, token })
  }
  const paid: { id: string; token: string }[] = []
  for (const [n, token] of tokens.entries()) {
    const to = { ...recipient, ...addressOf('pagada', n) }
    paid.push({ ...(await payLetter(server, token, { content: `<p>${planted}pagada${n}</p>`, to })), token })
  }
  const [token = ''] = tokens
  for (let n = 0; n < 10; n++) {
    const draft = { content: `<p>${planted}borrador${n}</p>`, basedOn: null, ...ending }
    expect((await call(server, token, 'PUT', `/drafts/${randomUUID()}`, draft)).status).toBe(200)
    expect((await call(server, '', 'POST', '/letters/preview', await bodyOf(n))).status).toBe(200)
    const template = { name: `${planted}plantilla${n}`, ...draft }
    expect((await call(server, token, 'PUT', `/templates/${randomUUID()}`, template)).status).toBe(200)
    const entry = { address: addressOf('libreta', n), basedOn: null }
    expect((await call(server, token, 'PUT', `/addresses/${randomUUID()}`, entry)).status).toBe(200)
    expect((await call(server, token, 'GET', '/addresses/')).status).toBe(200)
  }
  expect((await call(server, token, 'PUT', '/signature', signature)).status).toBe(204)
  expect((await call(server, token, 'GET', '/signature')).status).toBe(200)
  expect((await call(server, token, 'GET', '/templates/')).status).toBe(200)
  const operator = await operatorTokenOf(server, 'olga@ejemplo.test')
  for (const find of [`${planted}@ejemplo.test`, 'persona0@ejemplo.test'])
    expect((await call(server, operator, 'POST', '/print-room/customers', { find })).status).toBe(200)
  // Refused, unknown, unreadable: the answer may quote, the log may not.
  const wrong = await bodyOf(1)
  const refused: [string, string, object?][] = [
    ['POST', '/letters/', { ...wrong, content: `<p>${planted}larga</p>`.repeat(400) }],
    ['POST', '/letters/', { ...wrong, content: `<p>${planted} \u{10380}</p>` }],
    ['POST', '/letters/', { ...wrong, destination: planted, destinationAddress: undefined }],
    ['POST', '/letters/', { ...wrong, content: 7, origin: planted }],
    ['POST', '/letters/search', { text: `${planted}nombre` }],
    ['GET', `/letters/${planted}?texto=${planted}`],
    ['GET', `/${planted}/${planted}`],
    ['PUT', `/drafts/${planted}`, { content: planted, basedOn: null }],
    ['POST', '/letters/', { ...wrong, signature: { colour: planted, strokes } }],
    ['POST', '/letters/', { ...wrong, signature: { colour: 'blue', strokes: [...strokes, [0, 401]] } }],
    ['PUT', `/templates/${planted}`, { name: planted, content: planted }],
    ['PUT', `/templates/${randomUUID()}`, { name: planted.repeat(20), content: planted }],
    ['PUT', '/signature', { colour: planted, strokes }],
    ['PUT', '/signature', { colour: 'blue', strokes: [...strokes, [0, 401]] }],
    ['PUT', '/signature', { colour: 'blue', strokes: strokes.join() }],
    ['POST', '/print-room/customers', { find: `${planted}@ejemplo.test` }],
    ['PUT', `/addresses/${planted}`, { address: addressOf('libreta', 1), basedOn: null }],
    ['POST', '/auth/login', { email: `${planted}@ejemplo.test`, password: planted }],
  ]
  for (const [method, path, body] of refused) await call(server, token, method, path, body)
  await call(server, frozen[0]!.token, 'POST', `/letters/${frozen[0]!.id}/cancel`, {})
  for (const { id, token: own } of [...frozen.slice(0, 8), ...paid]) {
    await call(server, own, 'GET', `/letters/${id}`)
    await call(server, own, 'GET', `/letters/${id}/pdf`)
  }
  return { frozen, paid }
}
