/**
 * node bench/letters.ts [letters] [15], after npm run build: what a letter costs from Enviar to the paid row with its invoice
 * and mails, on one node: letters a second, processor time of the server, its children and PostgreSQL, bytes in the
 * database and in its log (docs/scale.md). Four people write and pay at once; the world around is that of the faults.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { callAt, cardForm, register } from '../faults/client/calls.ts'
import { writeTo } from '../faults/client/letters.ts'
import { createPerson } from '../faults/client/person.ts'
import { seedOf } from '../faults/seed.ts'
import { openWorld } from '../faults/world.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'

const letters = Number(process.argv[2] ?? 200)
const [atOnce, warmUp, ofAnAccount] = [4, 20, 10]
const world = await openWorld({ seed: 1, postgres: process.argv[3] === '15' ? '15' : 'embedded' })
world.press.tell({ out: true })
const seed = seedOf(1)
const url = () => world.nodes[0]!.url
let written = 0

const write = (count: number) =>
  Promise.all(Array.from({ length: atOnce }, () => writeAlone(Math.ceil(count / atOnce))))

async function writeAlone(count: number) {
  for (let left = count; left > 0; left -= ofAnAccount) {
    const person = await newPerson()
    for (let turn = Math.min(left, ofAnAccount); turn > 0; turn--) {
      const frozen = await person.freeze(writeTo(seed, `Destino ${++written}`))
      const intent = frozen && (await person.askIntent(frozen))
      if (!frozen || !intent || !('secret' in intent)) throw new Error('a letter was refused')
      await person.pay(frozen, intent.secret)
    }
  }
}

async function newPerson() {
  const registered = await register(url())
  if (!registered) throw new Error('nobody is let in')
  return createPerson({
    account: registered.account,
    password: registered.password,
    call: callAt(url, registered.token),
    signInAgain: async () => {},
    payCard: cardForm(world.cardsUrl),
    acks: world.acks,
    seed,
    patience: () => 0,
    now: world.clock.now,
  })
}

/** Paid, invoiced and told. */
const waiting = `select
  (select count(*) from letter where state = 'frozen')
  + (select count(*) from payment where state = 'paid' and invoiced_cents is distinct from received_cents)
  + (select count(*) from mail where sent_at is null) as left`
const one = async (sql: string) =>
  Number((await world.cluster.query<{ left: string }>('lacre', sql))[0]?.left)
const rest = async () => {
  while ((await one(waiting)) > 0) await pause(100)
}

type Cost = ProcessorTime & { at: number; bytes: number; wal: number }
async function cost(): Promise<Cost> {
  await world.cluster.query('lacre', 'checkpoint')
  return {
    at: performance.now(),
    ...processorTime(),
    bytes: await one('select pg_database_size(current_database()) as left'),
    wal: await one(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as left`),
  }
}

await write(warmUp)
await rest()
const before = await cost()
await write(letters)
await rest()
const after = await cost()
const each = (what: keyof Cost) => (after[what] - before[what]) / letters
console.log(
  `${world.cluster.version}, Node ${process.version}, ${letters} letters by ${atOnce} people at once`,
)
console.log(`letters a second: ${(1000 / each('at')).toFixed(1)}`)
for (const part of ['main', 'children', 'postgres'] as const)
  console.log(`processor time a letter, ${part}: ${each(part).toFixed(1)} ms`)
console.log(
  `bytes a letter in the database: ${Math.round(each('bytes'))}; in its log: ${Math.round(each('wal'))}`,
)
await world.close()
process.exit(0)
