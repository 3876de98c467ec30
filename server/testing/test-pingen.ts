import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createPingen } from '../outside/printer/pingen.ts'
import type { TestClock } from './test-clock.ts'
import { readLedger, type Deed } from './pingen/ledger.ts'
import { openPingen, organisation, type PingenStandInOptions } from './pingen/stand-in.ts'

export const webhookKey = 'a key both sides know'

/** The stand-in for one test, on the test's own clock, and the adapter that talks to it over real HTTP. */
export async function testPingen(clock: TestClock, options: Partial<PingenStandInOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-pingen-'))
  const ledger = join(folder, 'ledger')
  const standIn = await openPingen({
    ledger,
    now: () => clock.now(),
    retriesMs: [1, 1],
    lateMs: 20,
    ...options,
  })
  onTestFinished(async () => {
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const account = {
    colour: 'color' as const,
    apiUrl: new URL(standIn.url),
    authUrl: new URL(standIn.authUrl),
    clientId: 'lacre',
    clientSecret: 'secret',
    organisation,
    webhookKey,
  }
  const lines = () => readLedger(ledger)
  return {
    standIn,
    printer: createPingen(account, clock, { callMs: 1000, uploadMs: 1000 }),
    ledger: lines,
    /** How often it did a thing, to one letter of ours or in all. */
    count: (did: Deed, reference?: string) =>
      lines().filter((line) => line.did === did && (!reference || line.reference === reference)).length,
    /** Befalls the next call of a kind, once. */
    once(
      call: string,
      fault: NonNullable<ReturnType<NonNullable<PingenStandInOptions['faults']>['call'] & object>>,
    ) {
      let left = 1
      standIn.faults.call = (made) => (made === call && left-- > 0 ? fault : undefined)
    },
  }
}
export type TestPingen = Awaited<ReturnType<typeof testPingen>>
