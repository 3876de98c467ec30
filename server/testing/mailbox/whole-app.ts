import type { Message } from '../../outside/mail.ts'
import { quickTypesetter } from '../../typesetting/testing/quick-typesetter.ts'
import { written } from '../factories.ts'
import { openAccounts } from '../test-app.ts'
import { goodCard } from '../test-cards.ts'
import { testClock } from '../test-clock.ts'

export const printed = Buffer.from('%PDF-1.7 zarzamora')

/** People with accounts, letters, drafts and invoices, and the mails that are carried to them. */
export async function openWholeApp() {
  const carried: Message[] = []
  const carrier = { fails: false }
  const test = await openAccounts({
    clock: testClock('2026-11-23T09:00:00Z'),
    typesetter: quickTypesetter(printed, {
      setInvoice: ({ number, buyer }) => Promise.resolve({ pdf: Buffer.from([number, ...buyer].join('\n')) }),
      unprintable: () => Promise.resolve({ characters: [] }),
    }),
    mailCarrier: {
      carry(message: Message) {
        if (carrier.fails) return Promise.reject(new Error('no mail server'))
        carried.push(message)
        return Promise.resolve()
      },
    },
  })
  return {
    ...test,
    carried,
    carrier,
    call: test.inject,
    /** Sends a letter. Returns its id. */
    send: async (token: string, ...letter: Parameters<typeof written>) =>
      (await test.inject(token, 'POST', '/letters/', written(...letter))).json<{ id: string }>().id,
    /** Through the calls, as the page does; the provider's news is told by `deliver`. */
    async pay(token: string, letterId: string): Promise<void> {
      const client_secret = await test.begin(token, letterId)
      await test.provider.sandbox.confirm({ client_secret, card: goodCard })
    },
  }
}
