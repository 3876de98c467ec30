import { requestFullInvoice } from '../../invoices/buyer.ts'
import { issueInvoices } from '../../invoices/issue.ts'
import { type ConsoleApp, openConsole, openDesk } from '../console-app.ts'
import { severalLetters } from '../factories.ts'
import { goodCard } from '../test-cards.ts'

export const buyer = {
  name: 'Papelería Ñandú, S. L.',
  nif: 'A58818501',
  address: 'Calle Mayor 1, 28013 Madrid',
}

const printsAll = { unprintable: () => Promise.resolve({ characters: [] }) }

/** The invoices of an app, and many who pay in it. */
export function invoiceDesk(app: ConsoleApp) {
  const issue = () => issueInvoices(app.world)
  const invoices = () => app.db.selectFrom('invoice').selectAll().orderBy('seq').execute()
  return {
    issue,
    async issueAll() {
      while ((await issue()) > 0);
    },
    invoices,
    /** A line each. */
    short: async () =>
      (await invoices()).map(({ number, kind, base_cents, tax_cents, total_cents, corrects }) =>
        [number, kind, base_cents, tax_cents, total_cents, corrects].join(' '),
      ),
    askFull: (id: string, changes: object = {}) =>
      requestFullInvoice({ ...app.world, typesetter: printsAll }, id, { ...buyer, ...changes }),
    /** So many letters that were paid by card, of people who write twenty each. Their ids. */
    async paidLetters(count: number): Promise<string[]> {
      const all: string[] = []
      while (all.length < count) {
        const account_id = await app.account()
        const ids = await severalLetters(
          app.db,
          Array.from({ length: Math.min(20, count - all.length) }, () => ({
            account_id,
            state: 'frozen' as const,
          })),
        )
        for (const id of ids) await app.pay(id, goodCard, account_id)
        await app.deliver()
        all.push(...ids)
      }
      return all
    },
  }
}

/** An app with invoices, and a console that refunds. */
export async function openBooks() {
  const app = await openConsole()
  const desk = await openDesk(app)
  async function giveBack(...ids: string[]): Promise<void> {
    for (const id of ids) {
      await app.doubt(id)
      await desk.cancel(id)
    }
    while ((await app.settleRefunds()) > 0);
  }
  return { app, books: invoiceDesk(app), giveBack }
}
export type OpenBooks = Awaited<ReturnType<typeof openBooks>>
