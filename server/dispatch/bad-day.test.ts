// @module-tag long
import { minutes } from '@lacre/letter/duration.ts'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dispatchHouse } from '../testing/dispatch-house.ts'
import { randomFaults } from '../testing/pingen/faults.ts'
import { webhookKey } from '../testing/test-pingen.ts'

const letters = 40
/** `BAD_DAYS=200 npx vitest run --project server bad-day` plays as many others. */
const days = Number(process.env['BAD_DAYS'] ?? 2)
const seeds = Array.from({ length: days }, (_, day) => 20261121 + day)

class Killed extends Error {}

/** What must have been seen, or the days were not bad. */
const seen = { kills: 0, uploads: 0, events: 0 }

test.each(seeds)(
  'a bad day, from seed %i: each letter is printed exactly once, and each sender told once (M1, M2, E1)',
  async (seed) => {
    const faults = randomFaults(seed, {
      call: {
        'lost-after': 0.1,
        'lost-before': 0.05,
        broken: 0.02,
        'broken-after': 0.02,
        'too-many': 0.03,
        'in-flight': 0.01,
        garbled: 0.01,
        'token-refused': 0.01,
      },
      event: { lost: 0.05, twice: 0.1, 'twice-at-once': 0.1, late: 0.2, forged: 0.02 },
    })
    const house = await dispatchHouse({ faults })
    await house.app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => house.app.close())
    const { port } = house.app.server.address() as AddressInfo
    house.pingen.standIn.sendTo({ url: `http://127.0.0.1:${port}/printer/webhook`, key: webhookKey })

    // The process that talks to them dies, before or after they have done it.
    const fate = randomFaults(seed + 7, { call: { 'lost-before': 0.05, 'lost-after': 0.05 } })
    const { printer } = house.room
    house.room.printer = {
      ...printer,
      async submit(order) {
        const end = fate.call?.('create')
        if (end) seen.kills++
        if (end === 'lost-before') throw new Killed()
        const submitted = await printer.submit(order)
        if (end === 'lost-after') throw new Killed()
        return submitted
      },
    }
    const alive = async (work: () => Promise<number>): Promise<void> => {
      for (;;) {
        const done = await work().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
          return 1
        })
        if (done === 0) return
      }
    }

    const ids = await Promise.all(Array.from({ length: letters }, () => house.put()))
    const unposted = async () =>
      (await Promise.all(ids.map((id) => house.books(id)))).filter(({ letter }) => letter !== 'posted')
    // Ten minutes each, ten hours in all: how they fall between the workers is chance, but none waits long for its turn.
    for (let round = 0; round < 60 && (await unposted()).length; round++) {
      await Promise.all([alive(house.submit), alive(house.lookUp)])
      await alive(house.followUp)
      await house.pingen.standIn.advance()
      await house.pingen.standIn.settled()
      house.clock.pass(minutes(10))
    }

    const ledger = house.pingen.ledger()
    const times = (did: string) =>
      ids.map((id) => ledger.filter((line) => line.did === did && line.reference?.includes(id)).length)
    const once = ids.map(() => 1)
    expect({ created: times('created'), printed: times('printed'), posted: times('posted') }).toEqual({
      created: once,
      printed: once,
      posted: once,
    })
    expect(ledger.filter(({ did }) => did === 'printed')).toHaveLength(letters)
    expect(await unposted()).toEqual([])
    for (const id of ids) expect((await house.books(id)).mails).toEqual(['posted'])
    expect(await house.concerns()).toEqual([])
    seen.uploads += ledger.filter(({ did }) => did === 'uploaded').length
    seen.events += ledger.filter(({ did }) => did === 'told').length
  },
  120_000,
)

test('those days were bad', () => {
  expect(seen.kills).toBeGreaterThan(2 * days)
  expect(seen.uploads).toBeGreaterThan(letters * days)
  expect(seen.events).toBeGreaterThan(letters * days)
})
