import { joinAddress, type Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter, CreateLetterBody } from '@lacre/letter/calls.ts'
import { contentOfDraft } from '../orders/drafts.ts'
import { bytesOfDraft } from '../orders/drafts-table.ts'
import { letterCipher } from '../database/cipher.ts'
import type { BodyTimes } from '../http/bodies.ts'
import { bareApp } from '../http/bare-app.ts'
import { createDocumentReader } from '../http/streams.ts'
import { createLimits } from '../http/limits.ts'
import { systemRandom } from '../outside/clock.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'
import type { Settings } from '../settings.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { allPrices } from '../letters/prices.ts'
import { lettersRoutes, type LettersDeps } from '../orders/routes.ts'
import { accountOfToken } from './account-of-token.ts'
import { plantAccount } from './plant.ts'

export const ana: Address = {
  name: 'Ana Ruiz',
  street: 'Calle Larios, 3',
  city: 'Málaga',
  state: '',
  postalCode: '29005',
  country: 'España',
}
export const luis: Address = {
  name: 'Luis Gómez',
  street: 'Gran Vía, 10, 2.º B',
  city: 'Madrid',
  state: '',
  postalCode: '28013',
  country: 'España',
}

/** A call as the page makes it. */
export const written = (
  content = '<p>Querido Luis:</p><p>¿Cómo estás?</p>',
  from = ana,
  to = luis,
): CreateLetterBody => ({
  content,
  origin: joinAddress(from),
  destination: joinAddress(to),
  originAddress: from,
  destinationAddress: to,
})

/** The letters room on a real database, without payments and print room: those are handed in by `deps`. */
export async function lettersHouse(
  typesetter: Typesetter,
  deps: Partial<LettersDeps> = {},
  { bodyTimes, ...changes }: Partial<Settings> & { bodyTimes?: BodyTimes } = {},
) {
  const { db, pool } = await testDatabase()
  const clock = testClock()
  const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)
  const cancelledIntents: string[] = []
  const settings = { ...testSettings(), ...changes }
  const limits = createLimits(pool)
  const app = bareApp({ settings, random: systemRandom }, undefined, bodyTimes)
  lettersRoutes(app, {
    db,
    cipher,
    typesetter,
    clock,
    cutOff: { hour: 17, minute: 30 },
    postAhead: settings.postAhead,
    random: systemRandom,
    publicUrl: settings.publicUrl,
    allPrices: () => allPrices(db),
    limits,
    readDocument: createDocumentReader(limits),
    fetchPicture: () => Promise.resolve(undefined),
    cancelIntentOf(letterId) {
      cancelledIntents.push(letterId)
      return Promise.resolve('cancelled')
    },
    requestRefund: () => Promise.resolve(0),
    voidPrintJob: () => Promise.resolve(),
    queueMail: () => Promise.resolve(),
    contentOfDraft: (accountId, draft) => contentOfDraft({ db, cipher }, accountId, draft),
    bytesOfDraft: (accountId, id) => bytesOfDraft(db, accountId, id),
    requireAccount: (request) => accountOfToken(deps.db ?? db, request),
    ...deps,
  })

  const call = (accountId: string, method: 'GET' | 'POST', url: string, payload?: object | string) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${accountId}`, 'content-type': 'application/json' },
      ...(payload !== undefined && { payload }),
    })

  return {
    app,
    db,
    clock,
    cipher,
    cancelledIntents,
    get: (accountId: string, url: string) => call(accountId, 'GET', url),
    post: (accountId: string, url: string, payload?: object | string) =>
      call(accountId, 'POST', url, payload ?? {}),
    send: (accountId: string, body: object = written()) => call(accountId, 'POST', '/letters/', body),
    /** Sends it, and it must be accepted. */
    async freeze(accountId: string, body: object = written()) {
      const response = await call(accountId, 'POST', '/letters/', body)
      if (response.statusCode !== 200) throw new Error(`refused: ${response.body}`)
      return response.json<CreatedLetter>()
    },
    account: () => plantAccount(db, { created_at: clock.now() }),
  }
}

export type LettersHouse = Awaited<ReturnType<typeof lettersHouse>>
