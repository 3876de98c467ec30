import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPingen } from '../../server/outside/printer/pingen.ts'
import type { Settings } from '../../server/settings.ts'
import { openPingen, organisation } from '../../server/testing/pingen/stand-in.ts'
import type { TrayEntry } from '../stand-in/tray.ts'
import type { Gate } from './gate.ts'
import { trayOf } from './pingen.ts'

const stages = 8

/** `create` hands a letter over, `send` has it printed. */
type Lost = { call: 'create' | 'send'; what: 'lost-before' | 'lost-after' }

/** The press elsewhere for a house in this process: each call that reaches it is a step at which the house can die. */
export async function openPress(gate: Gate, clock: { now(): Date }) {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-pingen-'))
  const ledger = join(folder, 'ledger')
  const standIn = await openPingen({ ledger, now: () => clock.now() })
  const lost: Lost[] = []
  standIn.faults.call = (call) => {
    const dies = gate.pass(`press ${call}`)
    if (dies) return dies === 'before' ? 'lost-before' : 'lost-after'
    return lost[0]?.call === call ? lost.shift()?.what : undefined
  }
  const account: NonNullable<Settings['pingen']> = {
    colour: 'color',
    apiUrl: new URL(standIn.url),
    authUrl: new URL(standIn.authUrl),
    clientId: 'lacre',
    clientSecret: 'secret',
    organisation,
    webhookKey: 'a key both sides know',
  }
  return {
    printer: createPingen(account, clock),
    account,
    /** The next order, or the answer to it, does not arrive; the house lives on. */
    lose: (what: Lost['what'], call: Lost['call'] = 'create') => void lost.push({ call, what }),
    /** Whatever they have goes its whole way, to the post. */
    async work() {
      for (let left = stages; left > 0; left--) await standIn.advance()
    },
    tray: (): TrayEntry[] => trayOf(ledger),
    async close() {
      await standIn.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type InProcessPress = Awaited<ReturnType<typeof openPress>>
