import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What the stand-in itself did, and to which file: an order of things that nobody else writes. */
export type Deed =
  | 'uploaded'
  | 'created'
  | 'replayed'
  | 'sent'
  | 'printed'
  | 'posted'
  | 'returned'
  | 'cancelled'
  | 'deleted'
  | 'told'

/** `sha256` of the bytes it holds. `reference` is the file name it was given, without `.pdf`. */
export type LedgerLine = {
  seq: number
  at: string
  did: Deed
  letter?: string
  reference?: string
  sha256?: string
  pages?: number
  key?: string
  /** Of an event: its kind, its id, and how the house answered. */
  event?: string
  eventId?: string
  answered?: number | 'nothing'
}
export type Ledger = { write(line: Omit<LedgerLine, 'seq' | 'at'>, at: Date): void; close(): void }

export const readLedger = (file: string): LedgerLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LedgerLine)

/** Append-only, and on disk before anybody is answered. */
export function openLedger(file: string): Ledger {
  const handle = openSync(file, 'a', 0o600)
  let seq = readLedger(file).length
  return {
    write(line, at) {
      writeSync(handle, JSON.stringify({ seq: ++seq, at: at.toISOString(), ...line }) + '\n')
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}
