import { existsSync } from 'node:fs'
import { organisation } from '../../server/testing/pingen/stand-in.ts'
import { readLedger } from '../../server/testing/pingen/ledger.ts'
import type { PingenSays, PingenTold } from '../stand-in/pingen.ts'
import type { TrayEntry } from '../stand-in/tray.ts'
import type { NodeSettings } from './house.ts'
import { startTalker, type Talker } from './process.ts'

export type Pingen = {
  settings: NodeSettings
  talker: Talker<PingenTold, PingenSays>
  tray: () => TrayEntry[]
}

export const webhookKey = 'a key both sides know'

/** The press elsewhere, for a house with PRINTER=pingen. */
export async function startPingen(ledger: string, clockFile: string, seed: number): Promise<Pingen> {
  const args = [ledger, clockFile, String(seed)]
  const { talker, first } = await startTalker<PingenTold, PingenSays>('faults/stand-in/pingen.ts', args)
  const url = `http://127.0.0.1:${first.port}`
  return {
    talker,
    settings: {
      PRINTER: 'pingen',
      PINGEN_CLIENT_ID: 'lacre',
      PINGEN_CLIENT_SECRET: 'secret',
      PINGEN_ORGANISATION: organisation,
      PINGEN_WEBHOOK_KEY: webhookKey,
      PINGEN_API_URL: url,
      PINGEN_AUTH_URL: url,
    },
    tray: () => trayOf(ledger),
  }
}

export const trayOf = (ledger: string): TrayEntry[] =>
  existsSync(ledger) ? readLedger(ledger).flatMap(printOf) : []

/** It keeps the file as it got it, so its hash is the hash of the whole letter: its pages need no look of their own. */
function printOf(line: ReturnType<typeof readLedger>[number]): TrayEntry[] {
  const letter = /^lacre-([\da-f-]{36})-a\d+$/.exec(line.reference ?? '')?.[1]
  if (line.did !== 'printed' || !letter) return []
  const { sha256 = '' } = line
  return [{ did: 'print', batch: 'pingen', letter, sha256, pages: [], words: '', at: Date.parse(line.at) }]
}
