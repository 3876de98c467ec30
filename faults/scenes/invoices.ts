import { dyingAt, paid, type Scene } from './scene.ts'

export const invoiceScenes: Record<string, Scene> = {
  async 'the server dies while it writes an invoice'(house, seed) {
    await paid(house, seed)
    await paid(house, seed)
    await dyingAt(house, 'sql insert into "invoice"', 'after', () => house.chore('invoices'))
  },
  async 'two servers write invoices at once'(house, seed) {
    for (let letter = 0; letter < 3; letter++) await paid(house, seed)
    await Promise.all([house.chore('invoices'), house.chore('invoices')])
  },
}
