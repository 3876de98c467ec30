import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { openServer, type Server } from '../server/server.ts'
import { recipient, sender } from '../write/write-a-letter.ts'

type Json = Record<string, string>

async function call(server: Server, path: string, body: object, token?: string): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Json
}

const joined = (address: typeof sender) =>
  [address.name, address.street, address.city, address.postalCode, address.country].join(', ')

/** A letter, frozen and paid with a good card; the provider's event is on its way. */
async function payForALetter(server: Server): Promise<string> {
  const { credential = '' } = await call(server, '/sandbox/social/credential', { email: 'ana@ejemplo.test' })
  const { access_token: token = '' } = await call(server, '/auth/google/login', { token: credential })
  const letter = { content: '<p>Querida Ana</p>', origin: joined(sender), destination: joined(recipient) }
  const { id = '' } = await call(server, '/letters/', letter, token)
  const { clientSecret = '' } = await call(server, '/stripe/create-payment-intent', { letter_id: id }, token)
  await call(server, '/sandbox/cards/confirm', { client_secret: clientSecret, card: '4242424242424242' })
  return id
}

/** The server's own database, asked from outside. */
async function inDatabase<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: join(server.dataDir, 'postgres', 'run'),
    port: 5432,
    user: 'app',
    database: 'app',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const count = (server: Server, query: string) =>
  inDatabase(
    server,
    async (client) => (await client.query<{ n: number }>(`select count(*)::int n ${query}`)).rows[0]?.n,
  )

/** Writes to `table` stand still, so that the process can be killed exactly there. */
const holdWrites = (server: Server, table: string) =>
  inDatabase(server, (client) =>
    client.query(`
      create function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
      create trigger hold before update on ${table} for each row execute function hold()`),
  )
const letWritesGo = (server: Server) =>
  inDatabase(server, async (client) => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
    await client.query('drop function hold() cascade')
  })
const isHeld = (server: Server) => count(server, `from pg_stat_activity where wait_event = 'PgSleep'`)

const crashPoints = [
  ['after the webhook has committed and before it is answered', 'sandbox_card_event', 1],
  ['inside the transaction that makes the letter paid', 'letter', 0],
] as const

for (const [where, table, paidAtDeath] of crashPoints)
  test(`kill -9 ${where}: after a restart one print job and one receipt (design/trust.md#one-transaction) @core`, async () => {
    const server = await openServer()
    try {
      await holdWrites(server, table)
      const id = await payForALetter(server)
      await expect.poll(() => isHeld(server)).toBeGreaterThan(0)
      expect(await count(server, `from letter where state = 'paid'`)).toBe(paidAtDeath)
      await server.kill('SIGKILL')
      await letWritesGo(server)

      await server.start()
      await expect.poll(() => count(server, `from sandbox_card_event where delivered_at is null`)).toBe(0)
      expect(await count(server, `from letter where id = '${id}' and state = 'paid'`)).toBe(1)
      expect(await count(server, `from print_job where letter_id = '${id}' and not is_void`)).toBe(1)
      await expect.poll(async () => (await server.mailbox()).length).toBe(1)
      expect(await count(server, `from mail where kind = 'receipt'`)).toBe(1)
    } finally {
      await server.close()
    }
  })
