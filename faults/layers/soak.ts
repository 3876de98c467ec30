import { setTimeout as pause } from 'node:timers/promises'
import { check, type Checked } from '../check/check.ts'
import { doubledMails } from '../check/mails.ts'
import { cardForm, knockAt, register } from '../client/knock.ts'
import { createPerson } from '../client/person.ts'
import { anyWay, goOn } from '../client/ways.ts'
import { comeToRest } from '../rest.ts'
import { seedOf, type Seed } from '../seed.ts'
import { badWeather } from '../stand-in/post-office.ts'
import { openWorld, type World } from '../world.ts'

export type SoakPlan = {
  seed: number
  postgres: 'embedded' | '15'
  seconds: number
  people: number
  nodes: number
}
export type SoakTold = { checked: Checked; figures: Record<string, number | string> }

const lettersOfAPerson = 12

/** People write, pay and cancel while nodes die, events go astray, the mail is down and commands are killed. */
export async function soak(plan: SoakPlan): Promise<SoakTold> {
  const world = await openWorld(plan)
  const seed = seedOf(plan.seed)
  try {
    const until = performance.now() + plan.seconds * 1000
    const isOn = () => performance.now() < until
    world.cards.tell({ weather: badWeather, trouble: { there: 0.02, back: 0.03, refused: 0.01 } })
    world.press.tell({ kills: 0.25 })
    let written = 0
    const people = Array.from({ length: plan.people }, (_, number) =>
      live(world, seed.fork(`person ${number}`), () =>
        isOn() ? `Destino ${plan.seed}x${++written}` : undefined,
      ),
    )
    const kills = killNodes(world, seed.fork('kills'), isOn)
    const outages = mailOutages(world, seed.fork('mail'), isOn)
    await Promise.all(people)
    const [killed, down] = [await kills, await outages]
    const quietSeconds = await comeToRest(world)
    const evidence = await world.evidence()
    const far = await world.press.ask('how-far')
    const { cards, mails, tray } = evidence
    const count = (what: (typeof cards)[number]['did']) => cards.filter(({ did }) => did === what).length
    const events = cards.flatMap((entry) => (entry.did === 'tell' ? [entry] : []))
    return {
      checked: check(evidence),
      figures: {
        postgres: world.cluster.version,
        letters: evidence.house.letters.length,
        charges: count('charge'),
        refunds: count('refund'),
        printed: tray.filter(({ did }) => did === 'print').length,
        'kills of nodes': killed,
        'kills of commands': 'killed' in far ? far.killed : 0,
        'deliveries of events': events.length,
        'in parallel': events.filter(({ how }) => how === 'in-parallel').length,
        late: events.filter(({ how }) => how === 'late').length,
        'lost for ever': count('lose'),
        forged: events.filter(({ how }) => how === 'forged').length,
        'calls to the provider lost or refused': JSON.stringify(
          ((await world.cards.ask('how-far')) as { troubles: object }).troubles,
        ),
        mails: mails.length,
        'mails that came twice': doubledMails(mails),
        'accepted, then dropped': mails.filter(({ dropped }) => dropped).length,
        'mail outages': down,
        'called a person': evidence.house.concerns.map(({ kind }) => kind).join(' ') || 'never',
        'seconds to rest': Math.round(quietSeconds),
      },
    }
  } finally {
    await world.close()
  }
}

async function live(world: World, seed: Seed, next: () => string | undefined) {
  const url = () => seed.pick(world.nodes).url
  for (;;) {
    const token = await register(url())
    if (!token) {
      if (next() === undefined) return
      await pause(300)
      continue
    }
    const patience = () => (seed.is(0.15) ? 0 : 12)
    const knock = knockAt(url, token)
    const person = createPerson({
      knock,
      payCard: cardForm(world.cardsUrl),
      acks: world.acks,
      seed,
      patience,
    })
    for (let left = lettersOfAPerson; left > 0; left--) {
      const name = next()
      if (name === undefined) return
      await goOn(anyWay(seed), person, name, seed)
      await pause(seed.below(300))
    }
  }
}

async function killNodes({ nodes }: World, seed: Seed, isOn: () => boolean): Promise<number> {
  let killed = 0
  while (isOn()) {
    await pause(500 + seed.below(2500))
    const node = seed.pick(nodes)
    await node.kill('SIGKILL')
    killed++
    await pause(seed.below(300))
    await node.start()
  }
  return killed
}

async function mailOutages({ mail }: World, seed: Seed, isOn: () => boolean): Promise<number> {
  let outages = 0
  mail.tell({ refuse: 0.1, drop: 0.05 })
  while (isOn()) {
    await pause(2000 + seed.below(4000))
    mail.tell({ down: true })
    outages++
    await pause(1000 + seed.below(3000))
    mail.tell({ down: false })
  }
  return outages
}
