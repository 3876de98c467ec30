import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { createApp } from '../../server/app.ts'
import { choresOf } from '../../server/schedule.ts'
import type { Tables } from '../../server/database/tables.ts'
import { openWorld } from '../../server/open-world.ts'
import { fromSettings } from '../../server/world.ts'
import { batch, posted } from '../../server/operating/letter-commands.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import type { Typesetter } from '../../server/typesetting/typesetter.ts'
import { readSnapshot, type Evidence } from '../check/evidence.ts'
import type { AckEntry } from '../client/acks.ts'
import { entries, ledgerInMemory } from '../ledger.ts'
import type { CardEvent, Delivery } from '../stand-in/card-entries.ts'
import type { MailEntry } from '../stand-in/mail.ts'
import { signed } from '../stand-in/webhook-sender.ts'
import { batchesIn, printBatch, type PrintEntry } from '../stand-in/print-log.ts'
import type { Cluster } from './cluster.ts'
import { failpointPool } from './failpoint-pool.ts'
import { createFailpoints } from './failpoints.ts'
import { openInProcessCards } from './in-process-cards.ts'
import { createClients } from './in-process-clients.ts'

const secret = 'whsec_faults'
const settings = readSettings({
  LOG_LEVEL: 'silent',
  CUTOFF: 'off',
  DATA_DIR: tmpdir(), // nothing is written there, since the key is given
  LETTER_KEYS: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://lacre.example',
  OPERATOR_NAME: 'Lacre',
  OPERATOR_NIF: '12345678Z',
  OPERATOR_ADDRESS: 'Calle Mayor 1, 28013 Madrid',
  OPERATOR_EMAIL: 'hola@lacre.example',
  STRIPE_SECRET_KEY: 'sk_live_faults',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_faults',
  STRIPE_WEBHOOK_SECRET: secret,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Lacre <cartas@lacre.example>',
})

/** The mail server is down, or its acceptance is lost. */
export type MailFailure = () => 'down' | 'unheard' | undefined

/**
 * The real server in this process, on a real PostgreSQL, with fakes for everything outside. It can crash at any failpoint.
 */
export async function openInProcess(
  cluster: Cluster,
  database: string,
  typesetter: Typesetter,
  own: Partial<Pick<Settings, 'cutOff' | 'closedDays'>> = {},
) {
  const failpoints = createFailpoints()
  const pool = failpointPool({ ...cluster.at(database), max: 10 }, failpoints)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const past = new pg.Pool({ ...cluster.at(database), max: 2 })
  past.on('error', () => {})
  const time = { now: Date.parse('2026-11-21T09:00:00Z') }
  const clock = { now: () => new Date(time.now) }
  const now = () => time.now
  const move = (ms: number) => void (time.now += ms)

  const { cards, books, events, ledger: cardLedger, network } = openInProcessCards(failpoints, now)
  const mailServer: { failureOf: MailFailure } = { failureOf: () => undefined }

  const mails = ledgerInMemory<MailEntry>()
  const mailCarrier = {
    carry: ({ id, to, subject, text }: { id: string; to: string; subject: string; text: string }) =>
      failpoints.around('mail', async () => {
        const failure = mailServer.failureOf()
        if (failure === 'down') throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
        const dropped = failure === 'unheard'
        mails.add({
          did: 'accept',
          messageId: `<${id}@lacre.example>`,
          to,
          subject,
          text,
          dropped,
          at: now(),
        })
        if (dropped) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      }),
  }
  const pressed: Typesetter = {
    ...typesetter,
    prepare: (task) => failpoints.around('typeset', () => typesetter.prepare(task)),
  }
  const initial: Settings = { ...settings, ...own }
  const outside = openWorld(initial, {
    db,
    pool,
    installation: 'in-process',
    close: () => Promise.resolve(),
  })
  const opened = { ...outside, clock, cards, mailCarrier, typesetter: pressed }
  async function serve(settings: Settings) {
    const { app, world } = await createApp({ ...opened, ...fromSettings(settings) })
    const chores = choresOf(world, app)
    return { app, world, chores: new Map(chores.map((chore) => [chore.name, chore.run])) }
  }
  let running = await serve(initial)

  const printLog = ledgerInMemory<PrintEntry>()
  const acks = ledgerInMemory<AckEntry>()
  const folder = mkdtempSync(join(tmpdir(), 'lacre-paper-'))

  const server = {
    failpoints,
    db,
    mailServer,
    network,
    books,
    events,
    acks,
    clock: { now, pass: move },
    chore: (name: string) =>
      failpoints.run(async () => {
        const run = running.chores.get(name)
        if (!run) throw new Error(`there is no chore ${name}`)
        return run()
      }),
    ...createClients({
      app: () => running.app,
      failpoints,
      own: past,
      books,
      acks,
      clock: { now, pass: move },
    }),
    /** Delivers an event; returns the status, 0 when the server crashed. */
    deliver: (event: CardEvent, how: Delivery = 'at-once') =>
      failpoints.run(async () => {
        move(20) // two deliveries never have the same time
        const signature = signed(event.body, how === 'forged' ? 'another' : secret, now())
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        const answer = await running.app.inject({
          method: 'POST',
          url: '/stripe/webhook',
          headers,
          payload: event.body,
        })
        const status = failpoints.isDead() ? 0 : answer.statusCode
        const { id, type, intent } = event
        cardLedger.add({ did: 'deliver', event: id, type, intent, how, status, at: now() })
        return status
      }),
    /** The provider loses an event for good. */
    lose(event: CardEvent) {
      events.splice(events.indexOf(event), 1)
      cardLedger.add({ did: 'lose', event: event.id, type: event.type, intent: event.intent, at: now() })
    },
    /** Closes a batch on behalf of the operator. */
    closeBatch() {
      move(20)
      return failpoints.run(() => batch(running.world, { folder, by: 'operator' }))
    },
    async print(): Promise<string[]> {
      const before = new Set(entries(printLog.all(), 'print').map(({ batch }) => batch))
      const fresh = batchesIn(folder).filter((name) => !before.has(name))
      for (const name of fresh) await printBatch({ ledger: printLog, now }, folder, name)
      return fresh
    },
    async post(name: string) {
      const action = { name, by: 'operator' }
      const { trouble } = await failpoints.run(() => posted(running.world, action))
      if (!trouble) printLog.add({ did: 'post', batch: name, at: now() })
    },
    unposted(): string[] {
      const sent = new Set(entries(printLog.all(), 'post').map(({ batch }) => batch))
      const printed = entries(printLog.all(), 'print').map(({ batch }) => batch)
      return [...new Set(printed)].filter((name) => !sent.has(name))
    },
    /** Queries the database without failpoints. */
    query: async <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
      (await past.query<Row>(sql, values)).rows,
    evidence: async (): Promise<Evidence> => ({
      cards: cardLedger.all(),
      printLog: printLog.all(),
      mails: mails.all(),
      acks: acks.all(),
      snapshot: await readSnapshot(cluster.at(database)),
    }),
    /** Restarts with changed settings; the outside goes on. */
    async restart(changed: typeof own) {
      await running.app.close()
      running = await serve({ ...initial, ...changed })
    },
    async close() {
      failpoints.revive()
      await running.app.close()
      await db.destroy()
      await past.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}

export type InProcess = Awaited<ReturnType<typeof openInProcess>>
