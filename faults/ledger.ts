import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The actions of one stand-in, in order. */
export type Ledger<Entry extends object> = { add(entry: Entry): void; all(): Entry[] }

/** Append-only. Each entry is on disk before its cause is answered. */
export function ledgerAt<Entry extends object>(path: string): Ledger<Entry> & { close(): void } {
  const file = openSync(path, 'a')
  return {
    add(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`)
      fsyncSync(file)
    },
    all: () => readLedger<Entry>(path),
    close: () => closeSync(file),
  }
}

export const readLedger = <Entry extends object>(path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)

/** For stand-ins in this process, which no fault kills. */
export function ledgerInMemory<Entry extends object>(): Ledger<Entry> {
  const entries: Entry[] = []
  return { add: (entry) => void entries.push(entry), all: () => entries }
}

type Did<Entry extends { did: string }, Kind extends Entry['did']> = Extract<Entry, { did: Kind }>

/** The entries of one kind. */
export const entries = <Entry extends { did: string }, Kind extends Entry['did']>(
  all: Entry[],
  kind: Kind,
): Did<Entry, Kind>[] => all.filter((entry): entry is Did<Entry, Kind> => entry.did === kind)
