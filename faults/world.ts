import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AckEntry } from './client/acks.ts'
import { readSnapshot, type Evidence } from './check/evidence.ts'
import { openCluster, programsOf, type Cluster } from './nodes/cluster.ts'
import { openNode, type Node, type NodeSettings } from './nodes/node.ts'
import { startStandIn, type StandIn } from './nodes/process.ts'
import { ledgerAt, readLedger, type Ledger } from './ledger.ts'
import type { CardEntry } from './stand-in/card-entries.ts'
import type { CardsReply, CardsCommand } from './stand-in/cards.ts'
import type { MailEntry, MailReply, MailCommand } from './stand-in/mail.ts'
import type { PressReply, PressCommand } from './stand-in/press.ts'
import type { PrintEntry } from './stand-in/print-log.ts'
import { startClock, type WorldClock } from './world-clock.ts'

/** A database, nodes and stand-ins, each a process. Faults kill only nodes and the database. */
export type World = {
  cluster: Cluster
  nodes: Node[]
  clock: WorldClock
  cardsUrl: string
  cards: StandIn<CardsCommand | 'progress', CardsReply>
  mail: StandIn<MailCommand | 'progress', MailReply>
  press: StandIn<PressCommand | 'progress', PressReply>
  acks: Ledger<AckEntry>
  /** The mails accepted so far. */
  mailed: () => MailEntry[]
  evidence(): Promise<Evidence>
  /** For commands of the same server. */
  settings: NodeSettings
  close(): Promise<void>
}

export type WorldPlan = {
  seed: number
  postgres: 'embedded' | '15'
  nodes?: number
  /** The folder of the database; by default a temporary one. */
  databaseIn?: string
}

const database = 'lacre'
const webhookSecret = 'whsec_faults'

export async function openWorld({ seed, postgres, nodes = 1, databaseIn }: WorldPlan): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-world-'))
  const programs = programsOf(postgres)
  if (!programs) throw new Error(`there is no PostgreSQL ${postgres} on this machine`)
  const cluster = await openCluster(databaseIn ?? mkdtempSync(join(tmpdir(), 'lacre-pg-')), programs)
  await cluster.make(database)

  const clockFile = join(dir, 'clock')
  const clock = startClock(clockFile)
  const at = (name: string) => join(dir, `${name}.ledger`)
  const cards = await startStandIn<CardsCommand | 'progress', CardsReply>('faults/stand-in/cards.ts', [
    at('cards'),
    clockFile,
    String(seed),
    webhookSecret,
  ])
  const mail = await startStandIn<MailCommand | 'progress', MailReply>('faults/stand-in/mail.ts', [
    at('mail'),
    clockFile,
    String(seed),
  ])
  const cardsUrl = `http://127.0.0.1:${portOf(cards.first)}`
  const settings: NodeSettings = {
    DATABASE_URL: cluster.url(database),
    DATA_DIR: join(dir, 'data'),
    FAULTS_CLOCK: clockFile,
    OPERATOR_NAME: 'Lacre',
    OPERATOR_NIF: '12345678Z',
    OPERATOR_ADDRESS: 'Calle Mayor 1, 28013 Madrid',
    STRIPE_SECRET_KEY: 'sk_live_faults',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_faults',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: cardsUrl,
    SMTP_URL: `smtp://127.0.0.1:${portOf(mail.first)}`,
    MAIL_FROM: 'Lacre <cartas@lacre.example>',
    RECAPTCHA_SITE_KEY: 'faults',
    RECAPTCHA_SECRET_KEY: 'faults',
    RECAPTCHA_VERIFY_URL: `${cardsUrl}/siteverify`,
    TRUST_PROXY: '1',
    CUTOFF: 'off',
  }
  mkdirSync(join(dir, 'data'))
  const servers: Node[] = []
  for (let left = nodes; left > 0; left--) servers.push(await openNode(settings))
  for (const server of servers) {
    await server.start()
    if (!server.isUp()) throw new Error(`the server does not start: ${server.output()}`)
  }
  cards.standIn.send({ nodes: servers.map(({ url }) => url) })
  const folder = join(dir, 'paper')
  const press = await startStandIn<PressCommand | 'progress', PressReply>('faults/stand-in/press.ts', [
    at('print-log'),
    clockFile,
    String(seed),
    folder,
    JSON.stringify(settings),
  ])
  const acks = ledgerAt<AckEntry>(at('acks'))

  return {
    cluster,
    nodes: servers,
    clock,
    cardsUrl,
    cards: cards.standIn,
    mail: mail.standIn,
    press: press.standIn,
    acks,
    settings,
    mailed: () => readLedger<MailEntry>(at('mail')),
    evidence: async () => ({
      cards: readLedger<CardEntry>(at('cards')),
      printLog: readLedger<PrintEntry>(at('print-log')),
      mails: readLedger<MailEntry>(at('mail')),
      acks: acks.all(),
      snapshot: await readSnapshot(cluster.at(database)),
    }),
    async close() {
      await press.standIn.end()
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await cluster.stop()
      for (const one of [cards, mail]) await one.standIn.end()
      acks.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The same world, with the nodes behind a proxy. */
export const behind = (url: string, world: World): World => ({
  ...world,
  nodes: world.nodes.map((node) => ({ ...node, url })),
})

function portOf(said: object): number {
  if ('port' in said) return Number(said.port)
  throw new Error('a stand-in did not say where it is')
}
