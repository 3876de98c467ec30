import { addressBookRoutes } from '../../orders/address-book.ts'
import { booksRoutes } from '../../invoices/routes.ts'
import { draftsRoutes } from '../../orders/drafts-routes.ts'
import { createDocumentReader } from '../../http/streams.ts'
import { lettersRoutes } from '../../orders/routes.ts'
import type { Message } from '../../outside/mail.ts'
import { paymentRoutes } from '../../payments/routes.ts'
import { webhookRoute } from '../../payments/webhook.ts'
import { quickTypesetter } from '../../typesetting/testing/quick-typesetter.ts'
import { accountHouse } from '../account-house.ts'
import { goodCard, postEvent } from '../test-cards.ts'
import { testClock } from '../test-clock.ts'
import { testDatabase } from '../test-database.ts'
import { createLimits } from '../../http/limits.ts'

export const printed = Buffer.from('%PDF-1.7 zarzamora')

/** Accounts, letters, drafts, address book, payments and invoices on one database, wired as in `app.ts`. */
export async function wholeHouse() {
  const database = await testDatabase()
  const clock = testClock('2026-11-23T09:00:00Z')
  const carried: Message[] = []
  const carrier = { fails: false }
  const typesetter = quickTypesetter(printed, {
    setInvoice: ({ number, buyer }) => Promise.resolve({ pdf: Buffer.from([number, ...buyer].join('\n')) }),
    unprintable: () => Promise.resolve({ characters: [] }),
  })
  const accounts = await accountHouse({
    database,
    clock,
    mailCarrier: {
      carry(message: Message) {
        if (carrier.fails) return Promise.reject(new Error('no mail server'))
        carried.push(message)
        return Promise.resolve()
      },
    },
  })
  const { app, provider } = accounts
  const { sandbox, deliver } = provider
  const world = { ...accounts.world, limits: createLimits(database.pool), typesetter }
  const withReader = { ...world, readDocument: createDocumentReader(world.limits) }
  lettersRoutes(app, withReader)
  draftsRoutes(app, withReader)
  addressBookRoutes(app, world)
  paymentRoutes(app, world)
  webhookRoute(app, world)
  booksRoutes(app, world)

  const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return {
    ...accounts,
    clock,
    cipher: world.cipher,
    world,
    carried,
    carrier,
    call,
    tell: () => deliver((body, signature) => postEvent(app, body, signature)),
    /** Through the calls, as the page does; the provider's news is told by `tell`. */
    async pay(token: string, letterId: string): Promise<void> {
      const answer = await call(token, 'POST', '/stripe/create-payment-intent', { letter_id: letterId })
      const { clientSecret } = answer.json<{ clientSecret?: string }>()
      if (!clientSecret) throw new Error(answer.body)
      await sandbox.confirm({ client_secret: clientSecret, card: goodCard })
    },
  }
}
