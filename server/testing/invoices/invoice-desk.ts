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

/** The invoices of a house, and many who pay in it. */
export function invoiceDesk(house: ConsoleApp) {
  const issue = () => issueInvoices(house.world)
  const invoices = () => house.db.selectFrom('invoice').selectAll().orderBy('seq').execute()
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
      requestFullInvoice({ ...house.world, typesetter: printsAll }, id, { ...buyer, ...changes }),
    /** So many letters that were paid by card, of people who write twenty each. Their ids. */
    async paidLetters(count: number): Promise<string[]> {
      const all: string[] = []
      while (all.length < count) {
        const account_id = await house.account()
        const ids = await severalLetters(
          house.db,
          Array.from({ length: Math.min(20, count - all.length) }, () => ({
            account_id,
            state: 'frozen' as const,
          })),
        )
        for (const id of ids) await house.pay(id, goodCard, account_id)
        await house.deliver()
        all.push(...ids)
      }
      return all
    },
  }
}

/** A house whose letters are invoiced, and whose console gives money back. */
export async function openBooks() {
  const house = await openConsole()
  const desk = await openDesk(house)
  async function giveBack(...ids: string[]): Promise<void> {
    for (const id of ids) {
      await house.doubt(id)
      await desk.cancel(id)
    }
    while ((await house.settleRefunds()) > 0);
  }
  return { house, books: invoiceDesk(house), giveBack }
}
export type OpenBooks = Awaited<ReturnType<typeof openBooks>>
