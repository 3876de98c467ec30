import { joinAddress, type Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter, CreateLetterBody } from '@lacre/letter/calls.ts'
import type { BodyTimes } from '../http/bodies.ts'
import { bareApp } from '../http/bare-app.ts'
import { createDocumentReader } from '../http/streams.ts'
import { testDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'
import type { Settings } from '../settings.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { lettersRoutes, type LettersDeps } from '../orders/routes.ts'
import { plantAccount } from './plant.ts'
import { testWorld, type TestWorld } from './test-world.ts'
import { createIntent } from '../payments/intent.ts'
import { goodCard } from './test-cards.ts'
import { reconcile } from '../payments/reconcile.ts'

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

/** What customers do with letters, on a real database with the card sandbox behind it. */
export async function lettersHouse(
  typesetter: Typesetter,
  changed: Partial<LettersDeps> | ((world: TestWorld) => Partial<LettersDeps>) = {},
  { bodyTimes, ...changes }: Partial<Settings> & { bodyTimes?: BodyTimes } = {},
) {
  const settings = { ...testSettings(), ...changes }
  const { world: opened, provider } = testWorld(await testDatabase(), { settings })
  const deps = typeof changed === 'function' ? changed(opened) : changed
  const world = { ...opened, typesetter, ...deps, clock: opened.clock }
  const { db, clock, cipher } = opened
  const app = bareApp(world, undefined, bodyTimes)
  lettersRoutes(app, { ...world, readDocument: deps.readDocument ?? createDocumentReader(world.limits) })

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
    world,
    network: provider.network,
    /** Begins to pay these letters; answers what the browser is given. */
    async begin(accountId: string, letterId: string, letters?: string[]): Promise<string> {
      const account = {
        accountId,
        sessionId: accountId,
        email: '',
        emailVerified: false,
        network: '192.0.2.1',
      }
      const intent = await createIntent(world, account, { letterId, letters })
      if (!('clientSecret' in intent)) throw new Error(intent.refused)
      return intent.clientSecret
    },
    /** Somebody pays at the provider; nobody has told us yet. */
    confirm: (client_secret: string) => provider.sandbox.confirm({ client_secret, card: goodCard }),
    /** Pays at the provider, and looks there what was paid. */
    async pay(accountId: string, letterId: string): Promise<void> {
      await this.confirm(await this.begin(accountId, letterId))
      await reconcile(world)
    },
    /** The provider's own books of what it was asked to take, the oldest first. */
    async intents(): Promise<string[]> {
      const rows = await db.selectFrom('sandbox_card_intent').select('body').orderBy('created').execute()
      return rows.map(({ body }) => String(body['status']))
    },
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
