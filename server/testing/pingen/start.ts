/**
 * The stand-in as a process of its own:
 * `node server/testing/pingen/start.ts --ledger <file> [--port 0] [--webhook <url> --key <key>] [--every <ms>]
 * [--seed <n> --faults <FaultRates as JSON>]`. Prints one line of JSON: `{url, authUrl}`. Ends with SIGTERM.
 */
import { parseArgs } from 'node:util'
import { openPingen } from './stand-in.ts'
import { randomFaults, type FaultRates } from './faults.ts'

const { values } = parseArgs({
  options: {
    ledger: { type: 'string' },
    port: { type: 'string', default: '0' },
    webhook: { type: 'string' },
    key: { type: 'string', default: '' },
    every: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '{}' },
  },
})
if (!values.ledger) throw new Error('--ledger is missing')
const pingen = await openPingen({
  ledger: values.ledger,
  port: Number(values.port),
  everyMs: Number(values.every),
  faults: randomFaults(Number(values.seed), JSON.parse(values.faults) as FaultRates),
  ...(values.webhook && { webhook: { url: values.webhook, key: values.key } }),
})
console.log(JSON.stringify({ url: pingen.url, authUrl: pingen.authUrl }))
process.once('SIGTERM', () => void pingen.close())
