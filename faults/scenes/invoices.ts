import { dyingAt, paid, type Scene } from './scene.ts'

export const invoiceScenes: Record<string, Scene> = {
  async 'the server dies while it writes an invoice'(server, seed) {
    await paid(server, seed)
    await paid(server, seed)
    await dyingAt(server, 'sql insert into "invoice"', 'after', () => server.chore('invoices'))
  },
  async 'two servers write invoices at once'(server, seed) {
    for (let letter = 0; letter < 3; letter++) await paid(server, seed)
    await Promise.all([server.chore('invoices'), server.chore('invoices')])
  },
}
