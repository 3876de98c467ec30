import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What one part of the world did, a line each, in the order in which it did it. */
export type Ledger<Entry extends object> = { add(entry: Entry): void; all(): Entry[] }

/** On disk before whoever caused it hears of it; only ever added to. */
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

/** For what happens inside one process, which is never killed itself. */
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
