/** The press elsewhere as a process of its own, which nobody kills: its stand-in, on the run's clock. */
import { openPingen } from '../../server/testing/pingen/stand-in.ts'
import { randomFaults, type FaultRates } from '../../server/testing/pingen/faults.ts'
import { worldClock } from '../world-clock.ts'

export type PingenTold = { webhook?: { url: string; key: string }; faults?: FaultRates }
export type PingenSays = { port: number }

const [path = '', clockFile = '', seed = '1'] = process.argv.slice(2)
const { now } = worldClock(clockFile)
const pingen = await openPingen({
  ledger: path,
  everyMs: 300,
  now: () => new Date(now()),
  retriesMs: [300, 900, 3000],
})
process.on('message', ({ webhook, faults }: PingenTold) => {
  if (webhook) pingen.sendTo(webhook)
  if (faults) Object.assign(pingen.faults, randomFaults(Number(seed), faults))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: Number(new URL(pingen.url).port) } satisfies PingenSays)
